package form

// Kind is the way a field is edited.
type Kind int

// The kinds of fields.
const (
	Line   Kind = iota // one line of text; line breaks become spaces
	Text               // several lines of text
	Choice             // one of Options
	Toggle             // "true" or "false"
	Lines              // a list of strings, one a line; blank lines and spaces around a line don't count
	Static             // read only; Locked says why
	Pick               // chosen elsewhere: enter, text and pastes ask for it with TakePick, SetValue brings the answer
)

// Option is a value of a Choice, or a known value of a Pick.
type Option struct{ Value, Label string }

// Field declares a field of a form. Value, Title and the rest may hold anything; they are cleaned when drawn, and a value is given
// back exactly as it came unless the person changed it.
type Field struct {
	Name  string // the path in the update mask: "displayName", "datasource.prefix"
	Title string
	Help  string // one plain sentence
	Kind  Kind

	Value   string // the value at the start; Lines: joined by "\n"; Toggle: "true" or "false"
	Options []Option

	// Facts make a Toggle a line of a checklist: what is known of it stands beside its title, in columns.
	Facts []Fact

	Required bool
	// Prose is a name or a text for people: what can't be seen in it is asked about once. In any other field of text it is refused.
	Prose bool
	// Validate judges a changed value while it is typed; Lines: each line by itself. A value that nobody touched isn't judged: it is
	// the tenant's own and isn't sent. The error is one short sentence, shown under the field.
	Validate func(string) error

	Distinct bool // Lines: no entry may be there twice
	// Limit is how many characters can be typed or pasted, 0 for as many as its kind takes. What would pass it is refused whole.
	Limit int

	Locked string // why the field can't be edited; "" when it can
	// Replaces says what a change of an Unknown list does, "replaces all permissions of the role"; "" for the other kinds.
	Replaces string
	Unknown  bool // the record couldn't be read: there is no former value, and the field counts as changed once it was touched
}

// editable reports whether keys may change the field.
func (f Field) editable() bool { return f.Kind != Static && f.Locked == "" }

// Spec declares a form.
type Spec struct {
	Title  string
	Intro  string // a sentence or two below the title, where there is room
	Submit string // the word on the button, "Save" when empty
	Fields []Field
	Blind  bool // says that the record couldn't be read, that only touched fields are sent and that there is no undo
	Local  bool // sends nothing: it asks for something new on this machine, so there are no former values to show
	New    bool // asks for something new, to be sent or looked up, so there are no former values to show
	// Quick: submitting it sends nothing, so enter submits it where it has a single line.
	Quick bool
	// Check judges the values together, once something was changed. The error is shown at the button.
	Check func(values map[string]string) error
}

// fresh reports whether there are no former values.
func (s Spec) fresh() bool { return s.Local || s.New }

// oneLine reports whether the form asks for a single line of text, and sends nothing by it: enter is enough then.
func (s Spec) oneLine() bool {
	return (s.Quick || s.Local) && len(s.Fields) == 1 && s.Fields[0].Kind == Line
}

// State is how far the person has come.
type State int

// The states of a form.
const (
	Editing   State = iota
	Submitted       // the values are valid and to be sent; Resume or SetError goes back to Editing
	Cancelled       // to be closed; nothing is to be sent
)

// PickRequest asks the program to let the person choose the value of a Pick, beginning with the text that was typed or pasted there,
// and to hand it to SetValue.
type PickRequest struct{ Field, Text string }
