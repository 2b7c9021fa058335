package host

// MinuteMsg comes once a minute: ages in view are a minute older.
type MinuteMsg struct{}

// NamesKnown tells a pane that ids have got names.
type NamesKnown struct{}
