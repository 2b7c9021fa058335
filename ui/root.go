// Package ui is the Bubble Tea program: the frame, its panes and what stands over them.
package ui

import (
	"context"
	"os"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/state"
	"gatehouse/theme"
	"gatehouse/ui/changes"
	"gatehouse/ui/dialog"
	"gatehouse/ui/draw"
	"gatehouse/ui/file"
	"gatehouse/ui/host"
	"gatehouse/ui/notices"
	"gatehouse/ui/panes"
	"gatehouse/ui/refresh"
	"gatehouse/ui/screen"
	"gatehouse/ui/terminal"
	"gatehouse/ui/views"
)

// Options is what the console needs from outside.
type Options struct {
	Connection
	// Tenants are those that can be switched to, and Open opens one of them; it may take its time.
	Tenants []Choice
	Open    func(ctx context.Context, name string) (*Connection, error)

	Panes    []host.Declaration // in the order of their tabs; none: all there are
	Keys     *keymap.Map
	Theme    theme.Options
	Signs    draw.Signs // those that the terminal has
	Now      func() time.Time
	Location *time.Location
	Start    string // the name of the pane that it begins with; "": the first
	KeepLast bool   // the state folder remembers which pane is on the screen
	PageSize int
	Refresh  time.Duration // 0: only on request
	// FamilyOverlap is by how many percent suggestions have to overlap to be of a family; 0: 70.
	FamilyOverlap int
	Mouse         bool
	Copy          func(string) error // the system clipboard; nil: OSC 52 alone
	OSC52         bool
	Getenv        func(string) string // nil: os.Getenv
	// Journal is where the changes are recorded, Requests what was asked of the tenants last; nil: neither is shown.
	Journal  *action.FileJournal
	Requests *api.Recent
	// Opened remembers what was opened by id; nil: nothing does.
	Opened *state.Store
	// Views are those of the configuration; what the console saves goes to Opened.
	Views []views.View
	close func()
	// Warnings are said once the console is up: what was odd about the configuration.
	Warnings []string
}

// Model is the whole console. It routes messages; what they do is elsewhere.
type Model struct {
	env     *host.Env
	options Options
	ctx     context.Context
	cancel  context.CancelFunc
	session uint64

	tabs     []tab
	active   int
	recent   []recentPane // the latest last
	overlays []host.Overlay

	notices *notices.Notices
	seen    bool             // esc has taken away what was said, and goes on to what else it does
	changes *changes.Changes // of this session
	refresh *refresh.Timer   // of the pane in front
	logs    changes.Logs     // of all tenants
	leaving *tenantSwitch    // nil: the console stays on this tenant
	arrived *tenantSwitch    // how the console got here, until a key is pressed that is meant for this tenant; nil: as it started

	expirySaid host.Nearness // of the end of the login, as it was last told
	introduced bool          // the banner has said long enough what named the tenant

	does              map[keymap.ID]func() tea.Cmd // bindings
	keptTop, keptTabs keptLine
	keptFooters       keptFooters
	keptHelp          dialog.KeptHelp
	keptPane          keptPane
	laid              screen.Laid

	w, h       int
	pasting    bool      // the rest of a paste is waited for
	sized      bool      // the size of the terminal is known
	early      []tea.Msg // what was typed before that
	paneHeight int       // of the panes, as they were told last
	underWay   int       // changes, as the pane in front was drawn last
	away       bool      // suspended: Bubble Tea shows the cursor only where the view has none
	mouse      bool
	quitting   bool
	stands     bool // the message was a key that leaves all as it was but what is in front
	locked     bool // nothing but reads leaves, on any tenant, for good
	now        func() time.Time
	tick       notices.Tick
	crash      string
	disk       *file.Disk
	views      *host.ViewStore
	layout     *host.Layout
	saves      *host.Saves

	// Abort ends the program from outside the update loop, after a failure while drawing.
	Abort func()
}

// New makes the console. Nothing is sent before it runs.
func New(o Options) (*Model, error) {
	if o.Now == nil { // ages are told by the wall clock: the monotonic one stands while the computer sleeps
		o.Now = func() time.Time { return time.Now().Round(0) }
	}
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.Location == nil {
		o.Location = time.Local
	}
	if o.FamilyOverlap == 0 {
		o.FamilyOverlap = 70
	}
	if o.Panes == nil {
		o.Panes = panes.All()
	}
	m := &Model{options: o, mouse: o.Mouse, now: o.Now, tick: tea.Tick, disk: file.NewDisk(),
		logs: changes.Logs{}, saves: &host.Saves{}, layout: &host.Layout{Store: o.Opened}}
	tick := func(d time.Duration, msg func(time.Time) tea.Msg) tea.Cmd { return m.tick(d, msg) }
	m.notices, m.refresh = notices.New(tick), refresh.NewTimer(o.Refresh, tick)
	m.layout.Saves, m.does = m.saves, m.bindings()
	m.views = views.New(o.Views, o.Opened, m.saves)
	if err := m.connect(o.Connection); err != nil {
		return nil, err
	}
	m.active = max(0, slices.IndexFunc(m.tabs, func(t tab) bool { return t.declared.Name == o.Start }))
	return m, nil
}

// Init asks for the first rows before the first frame is drawn.
func (m *Model) Init() tea.Cmd {
	commands := []tea.Cmd{m.pane().Enter(), m.whoAmI(), m.changes.LookForUnsettled(), m.introduce(), m.watchExpiry(), m.minuteTick(),
		m.refresh.Start(), m.views.Read(), m.layout.Read()}
	if m.options.Theme.AsksBackground() {
		commands = append(commands, tea.RequestBackgroundColor)
	}
	for _, w := range m.options.Warnings {
		commands = append(commands, m.notices.Say(host.Notice{Tone: host.ToneWarning, Text: w}))
	}
	return host.GuardAll(commands)
}

// Update routes a message; every command it returns is guarded against panics.
func (m *Model) Update(msg tea.Msg) (model tea.Model, cmd tea.Cmd) {
	defer func() {
		if p := recover(); p != nil {
			m.crashed(p)
			model, cmd = m, tea.Quit
		}
	}()
	if !m.isForFirstFrame(msg) {
		m.makePanes()
	}
	top := m.overlay()
	if top != nil && !m.pane().Rests().IsZero() { // any key has the pane catch up
		m.keptPane.pane = nil
	}
	m.stands = false
	routed := m.route(msg)
	if m.tells(msg) {
		m.env.Told()
	}
	m.keptPane.follow(msg, top)
	return m, host.Guard(m.Follow(routed))
}

// Wakes is in how long the pane in front wants to hear that keys have come to rest.
func (m *Model) Wakes() (time.Duration, tea.Msg) {
	at := m.pane().Rests()
	if at.IsZero() {
		return 0, nil
	}
	return at.Sub(m.now()), host.Rested{}
}

// Follow brings the frame up to date after a message was taken.
func (m *Model) Follow(routed tea.Cmd) tea.Cmd {
	m.arrangeOverlays()
	m.notices.EndUntrue()
	n := m.env.UnderWay.Count()
	if n+m.underWay+m.changes.Unknown() > 0 {
		m.env.Changing()
	}
	if n != m.underWay { // whatever began it, or ended it
		m.underWay = n
		m.redrawPanes()
	}
	switched := m.finishSwitch()
	return tea.Batch(routed, switched, m.followFrame())
}

func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return m.Resize(msg.Width, msg.Height)
	case tea.KeyPressMsg, tea.PasteMsg:
		return m.handleKey(msg)
	case terminal.Burst:
		return m.handleBurst(msg)
	case terminal.Pasting:
		return m.handlePasting(msg)
	case terminal.Stop:
		return m.anywhere("suspend")
	case tea.MouseMsg:
		return m.pointed(msg)
	case tea.BackgroundColorMsg:
		return m.restyle(func(o *theme.Options) { o.Dark = msg.IsDark() })
	case tea.ColorProfileMsg:
		return m.restyle(func(o *theme.Options) { o.Profile = msg.Profile })
	case tea.ResumeMsg:
		m.away = false // the terminal draws everything anew
		return nil
	case host.CrashMsg:
		m.crash = msg.Text
		return tea.Quit
	case host.Retrying:
		return m.handleRetrying(msg)
	}
	return m.Handle(msg)
}

// Handle takes what the program's own commands bring.
func (m *Model) Handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case host.Addressed:
		return m.deliver(msg)
	case host.ResolveNames:
		return m.env.Names.Next(m.ctx, m.env.Client, m.session)
	case host.Rested:
		return m.pane().Receive(msg)
	case host.NamesMsg:
		return m.handleNames(msg)
	case host.IntroOver:
		return m.handleIntroOver(msg)
	case host.IdentityMsg:
		return m.handleIdentity(msg)
	case changes.Msg:
		return m.changes.Receive(msg)
	case host.ForOverlay:
		return msg.To.Update(msg.Msg)
	case openedMsg:
		return m.handleOpened(msg)
	case host.MinuteMsg:
		m.dropRecent()
		m.redrawPanes()
		return tea.Batch(m.minuteTick(), m.watchExpiry())
	case refresh.Fired:
		return m.handleRefresh()
	case tea.RawMsg:
		return m.Handle(msg.Msg) // written by Bubble Tea; package terminal hands on what it has written as it is
	case copying:
		return m.handleSent(msg)
	case host.CopiedMsg:
		return m.handleCopied(msg)
	case host.ViewsMsg:
		return m.handleViews(msg)
	case host.LayoutMsg:
		return m.handleLayout(msg)
	case dialog.TooLong:
		return m.handleTooLong(msg)
	case host.NoticeOver:
		m.notices.Expire(msg)
	}
	if top := m.overlay(); top != nil {
		return top.Update(msg) // a form's own messages
	}
	return nil
}

// deliver hands an answer to its pane.
func (m *Model) deliver(msg host.Addressed) tea.Cmd {
	p := m.addressee(msg)
	if p == nil {
		return nil
	}
	if aside, ok := p.(host.Aside); !ok || !aside.Aside() {
		m.env.Told()
	}
	return p.Receive(msg.Msg)
}

func (m *Model) overlay() host.Overlay {
	if len(m.overlays) == 0 {
		return nil
	}
	return m.overlays[len(m.overlays)-1]
}

func (m *Model) open(o host.Overlay) { m.overlays = append(m.overlays, o) }

// Begin opens an overlay that asks the tenant for something.
func (m *Model) Begin(o host.Overlay) tea.Cmd {
	m.open(o)
	m.stands = m.stands || len(m.overlays) == 1 // what it is opened for is done later, if at all
	return o.Update(host.Opened{})
}

// arrangeOverlays drops what was closed and lays out the rest.
func (m *Model) arrangeOverlays() {
	kept := m.overlays[:0]
	s := m.screen()
	for _, o := range m.overlays {
		if !o.Closed() {
			s.LayOut(o, m.env.Tenant)
			kept = append(kept, o)
		}
	}
	clear(m.overlays[len(kept):])
	m.overlays = kept
}

func (m *Model) Resize(w, h int) tea.Cmd {
	m.w, m.h = max(0, w), max(0, h)
	m.layout.Fit(m.w, m.h)
	m.layoutPanes()
	// A taller screen may show rows that are not loaded yet.
	return tea.Batch(m.pane().Receive(host.Resized{}), m.typedEarly())
}

// followFrame gives the panes their room anew when a banner or a notice came or went.
func (m *Model) followFrame() tea.Cmd {
	_, h := m.paneSize()
	if h == m.paneHeight || m.w == 0 {
		return nil
	}
	grown := h > m.paneHeight
	m.layoutPanes()
	if !grown {
		return nil
	}
	return m.pane().Receive(host.Resized{})
}

// fit gives the pane in front its room; followFrame mends it when entering the pane takes its banner away.
func (m *Model) fit() {
	w, h := m.paneSize()
	m.paneHeight = h
	m.pane().Resize(w, h)
}

func (m *Model) layoutPanes() {
	w, h := m.paneSize()
	m.paneHeight = h
	for p := range m.allPanes() {
		p.Resize(w, h)
	}
	m.redrawPanes()
}

func (m *Model) redrawPanes() {
	m.env.Told()
	m.keptPane.pane = nil
	m.pane().Redraw()
}

// restyle draws everything in the theme that fits what was learnt of the terminal.
func (m *Model) restyle(learn func(*theme.Options)) tea.Cmd {
	o := m.options.Theme
	learn(&o)
	if o.Dark == m.options.Theme.Dark && o.Profile == m.options.Theme.Profile {
		return nil
	}
	th, err := theme.New(o)
	if err != nil {
		return nil
	}
	m.options.Theme, m.env.Theme = o, th
	for _, overlay := range m.overlays {
		overlay.Restyle(th)
	}
	m.redrawPanes()
	return nil
}
