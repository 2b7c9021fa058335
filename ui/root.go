// Package ui is the Bubble Tea program: the frame, its panes and what stands over them.
package ui

import (
	"context"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/state"
	"gatehouse/theme"
	"gatehouse/ui/terminal"
)

// Options is what the console needs from outside.
type Options struct {
	Connection
	// Tenants are those that can be switched to, and Open opens one of them; it may take its time.
	Tenants []Choice
	Open    func(ctx context.Context, name string) (*Connection, error)

	Keys     *keymap.Map
	Theme    theme.Options
	Now      func() time.Time
	Location *time.Location
	PageSize int
	Refresh  time.Duration // 0: only on request
	Mouse    bool
	Copy     func(string) error // the system clipboard; nil: OSC 52 alone
	OSC52    bool
	Getenv   func(string) string // nil: os.Getenv
	// Journal is where the changes are recorded, Requests what was asked of the tenants last; nil: neither is shown.
	Journal  *action.FileJournal
	Requests *api.Recent
	// Opened remembers what was opened by id; nil: nothing does.
	Opened *state.Store
	// Views are those of the configuration; what the console saves goes to Opened.
	Views []View
	close func()
	// Warnings are said once the console is up: what was odd about the configuration.
	Warnings []string
}

// Model is the whole console. It routes messages; what they do is elsewhere.
type Model struct {
	env     *env
	options Options
	ctx     context.Context
	cancel  context.CancelFunc
	session uint64

	tabs     []tab
	active   int
	overlays []overlay

	notice   *notice
	trouble  *notice // the last bad result; it stays beside later good ones
	about    string  // the target that trouble is about
	noticeID int
	// noticeHolds and troubleHolds tell whether what was said is true yet; nil: it stays true.
	noticeHolds, troubleHolds func() bool
	whileID                   int                 // the number of the notice on what is under way, which stays
	seen                      bool                // esc has taken away what was said, and goes on to what else it does
	undo                      *changes            // of this tenant
	undos                     map[string]*changes // by tenant: going to another and back loses none

	lastBatch *batch
	unknowns  []*unknown // changes of this session that nothing has proved yet
	runs      int        // plans of this tenant that have not ended
	started   int        // plans of the session
	unsents   unsents
	leaving   *departure // nil: the console stays on this tenant
	unsettled unsettled

	expiryTold nearness // of the end of the login, as it was last told
	introduced bool     // the banner has said long enough what named the tenant

	w, h       int
	pasting    bool      // the rest of a paste is waited for
	sized      bool      // the size of the terminal is known
	early      []tea.Msg // what was typed before that
	bodyHeight int       // of the panes, as they were told last
	away       bool      // suspended: Bubble Tea shows the cursor only where the view has none
	mouse      bool
	auto       bool
	ticking    bool // the automatic refresh has a tick under way
	quitting   bool
	locked     bool // nothing but reads leaves, on any tenant, for good
	now        func() time.Time
	tick       func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick
	crash      string
	disk       *disk
	views      *viewBook
	saves      *saves

	// Abort ends the program from outside the update loop, after a failure while drawing.
	Abort func()
}

// tab is a pane of the top row with what was gone into from it.
type tab struct {
	key   keymap.ID
	stack []pane
}

func (t *tab) top() pane { return t.stack[len(t.stack)-1] }

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
	m := &Model{options: o, mouse: o.Mouse, auto: o.Refresh > 0, now: o.Now, tick: tea.Tick, disk: newDisk(), saves: &saves{}}
	m.views = newViews(o.Views, o.Opened, m.saves)
	if err := m.connect(o.Connection); err != nil {
		return nil, err
	}
	return m, nil
}

// panes are the tabs of the console, in the order of their keys.
func (m *Model) panes() []tab {
	l := m.link()
	return []tab{
		{"pane.1", []pane{newHooks(m.env, l)}},
		{"pane.2", []pane{newWebhooks(m.env, l)}},
		{"pane.3", []pane{newSuggestions(m.env, l)}},
		{"pane.4", []pane{newSecrets(m.env, l)}},
		{"pane.5", []pane{newHistory(m.env, l)}},
		{"pane.6", []pane{newRoles(m.env, l)}},
		{"pane.7", []pane{newExporters(m.env, l)}},
		{"pane.8", []pane{newGatewayKeys(m.env, l)}},
		{"pane.9", []pane{newToolsets(m.env, l)}},
		{"pane.0", []pane{newCorner(m.env, l)}},
	}
}

// link is how the panes of this session reach the frame. Once the session is over it does nothing: what comes late acts on no other
// tenant.
func (m *Model) link() *link {
	session := m.session
	here := func(do func() tea.Cmd) tea.Cmd {
		if m.session != session {
			return nil
		}
		return do()
	}
	return &link{
		session: func() uint64 { return session }, // a late answer says the session it was asked in
		start:   func(s started) tea.Cmd { return here(func() tea.Cmd { return m.start(running{started: s}) }) },
		say:     func(n notice) tea.Cmd { return here(func() tea.Cmd { return m.say(n) }) },
		sayAsLong: func(holds func() bool, n notice) tea.Cmd {
			return here(func() tea.Cmd { return m.sayAsLong(holds, n) })
		},
		unsay: func(kind string) { here(func() tea.Cmd { m.unsay(kind); return nil }) },
		push:  func(p pane) tea.Cmd { return here(func() tea.Cmd { return m.push(p) }) },
		back:  func() tea.Cmd { return here(m.back) },
		form:  func(r formRequest) tea.Cmd { return here(func() tea.Cmd { return m.openForm(r) }) },
		copy:  func(what, text string) tea.Cmd { return here(func() tea.Cmd { return m.copy(what, text) }) },
		menu: func(title string, items []menuItem) tea.Cmd {
			return here(func() tea.Cmd { return m.openMenu(title, items) })
		},
		open: func(o overlay) tea.Cmd { return here(func() tea.Cmd { return m.begin(o) }) },
		tick: func(d time.Duration, msg func(time.Time) tea.Msg) tea.Cmd { return m.tick(d, msg) },
	}
}

// Init asks for the first rows before the first frame is drawn.
func (m *Model) Init() tea.Cmd {
	commands := []tea.Cmd{m.pane().enter(), m.whoAmI(), m.lookForUnsettled(), m.introduce(), m.watchExpiry(), m.minuteTick(), m.autoTick(), m.views.read()}
	if m.options.Theme.Name == "auto" || m.options.Theme.Name == "" {
		commands = append(commands, tea.RequestBackgroundColor)
	}
	for _, w := range m.options.Warnings {
		commands = append(commands, m.say(notice{toneUnknown, w}))
	}
	return guardAll(commands)
}

func (m *Model) pane() pane { return m.tabs[m.active].top() }

// Update routes a message; every command it returns is guarded against panics.
func (m *Model) Update(msg tea.Msg) (model tea.Model, cmd tea.Cmd) {
	defer func() {
		if p := recover(); p != nil {
			m.crashed(p)
			model, cmd = m, tea.Quit
		}
	}()
	return m, guard(m.follow(m.route(msg)))
}

// follow brings the frame up to date after a message was taken.
func (m *Model) follow(routed tea.Cmd) tea.Cmd {
	m.arrangeOverlays()
	m.endUntrue()
	departed := m.depart()
	return tea.Batch(routed, departed, m.followFrame())
}

func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return m.resize(msg.Width, msg.Height)
	case tea.KeyPressMsg, tea.PasteMsg:
		return m.type_(msg)
	case terminal.Burst:
		return m.tookBurst(msg)
	case terminal.Pasting:
		return m.tookPasting(msg)
	case terminal.Stop:
		return m.anywhere("suspend")
	case tea.MouseMsg:
		return m.pointed(msg)
	case tea.BackgroundColorMsg:
		return m.background(msg.IsDark())
	case tea.ResumeMsg:
		m.away = false
		return tea.ClearScreen
	case crashMsg:
		m.crash = msg.text
		return tea.Quit
	case Retrying:
		return m.tookRetrying(msg)
	}
	return m.took(msg)
}

// took takes what the program's own commands bring.
func (m *Model) took(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case addressed:
		return m.deliver(msg)
	case resolveNames:
		return m.env.names.next(m.ctx, m.env.client, m.session)
	case namesMsg:
		return m.tookNames(msg)
	case introOver:
		return m.tookIntroOver(msg)
	case identityMsg:
		return m.tookIdentity(msg)
	case runMsg:
		return m.tookEvent(msg)
	case lookAgainDue:
		return m.tookLookDue(msg)
	case seenAgain:
		return m.tookSeenAgain(msg)
	case undoMsg:
		return m.tookUndo(msg)
	case unsettledMsg:
		return m.tookUnsettled(msg)
	case checkedMsg:
		return m.tookChecked(msg)
	case leftMsg:
		return m.tookLeft(msg)
	case settledMsg:
		return m.tookSettled(msg)
	case forOverlay:
		return msg.to.update(msg.msg)
	case openedMsg:
		return m.tookOpened(msg)
	case minuteMsg:
		m.redrawPanes()
		return tea.Batch(m.minuteTick(), m.watchExpiry())
	case autoMsg:
		return m.tookAuto()
	case copiedMsg:
		return m.tookCopied(msg)
	case viewsMsg:
		return m.tookViews(msg)
	case tooLong:
		return m.tookTooLong(msg)
	case noticeOver:
		m.noticeExpired(msg)
	}
	if top := m.overlay(); top != nil {
		return top.update(msg) // a form's own messages
	}
	return nil
}

// deliver hands an answer to its pane, wherever it is now; what belongs to another session is dropped here.
func (m *Model) deliver(msg addressed) tea.Cmd {
	if msg.session != m.session {
		return nil
	}
	for i := range m.tabs {
		for _, p := range m.tabs[i].stack {
			if p.name() == msg.pane {
				return p.receive(msg.msg)
			}
		}
	}
	return nil
}

func (m *Model) overlay() overlay {
	if len(m.overlays) == 0 {
		return nil
	}
	return m.overlays[len(m.overlays)-1]
}

func (m *Model) open(o overlay) { m.overlays = append(m.overlays, o) }

// opened tells an overlay that it was opened, for what it needs to begin with.
type opened struct{}

// begin opens an overlay that asks the tenant for something.
func (m *Model) begin(o overlay) tea.Cmd {
	m.open(o)
	return o.update(opened{})
}

// arrangeOverlays drops what was closed and lays out the rest.
func (m *Model) arrangeOverlays() {
	kept := m.overlays[:0]
	for _, o := range m.overlays {
		if !o.closed() {
			w, h := insideOf(o, m.env.tenant, m.w, m.h-1)
			o.layout(w, h)
			if again, rows := insideOf(o, m.env.tenant, m.w, m.h-1); rows != h { // its title says what part of it is in view
				o.layout(again, rows)
			}
			kept = append(kept, o)
		}
	}
	clear(m.overlays[len(kept):])
	m.overlays = kept
}

func (m *Model) resize(w, h int) tea.Cmd {
	m.w, m.h = max(0, w), max(0, h)
	m.layoutPanes()
	// A taller screen may show rows that are not loaded yet.
	return tea.Batch(m.pane().receive(resized{}), m.typedEarly())
}

// followFrame gives the panes their room anew when a banner or a notice came or went.
func (m *Model) followFrame() tea.Cmd {
	_, h := m.bodySize()
	if h == m.bodyHeight || m.w == 0 {
		return nil
	}
	grown := h > m.bodyHeight
	m.layoutPanes()
	if !grown {
		return nil
	}
	return m.pane().receive(resized{})
}

// fit gives the pane in front its room; followFrame mends it when entering the pane takes its banner away.
func (m *Model) fit() {
	w, h := m.bodySize()
	m.bodyHeight = h
	m.pane().resize(w, h)
}

func (m *Model) layoutPanes() {
	w, h := m.bodySize()
	m.bodyHeight = h
	for i := range m.tabs {
		for _, p := range m.tabs[i].stack {
			p.resize(w, h)
		}
	}
	m.pane().redraw()
}

func (m *Model) redrawPanes() { m.pane().redraw() }

// resized tells a pane that it may have room for more rows.
type resized struct{}

func (m *Model) background(dark bool) tea.Cmd {
	o := m.options.Theme
	if o.Dark == dark {
		return nil
	}
	o.Dark = dark
	th, err := theme.New(o)
	if err != nil {
		return nil
	}
	m.options.Theme, m.env.theme = o, th
	for _, overlay := range m.overlays {
		overlay.restyle(th)
	}
	m.redrawPanes()
	return nil
}
