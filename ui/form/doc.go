// Package form is the machinery for documents: forms that create or edit a record. A form is declared with Spec; it validates
// while the person types, knows which fields really changed (the update mask), and keeps what was typed through refusals, slow
// saves and a slip on esc.
//
// It stands on the textinput of charm.land/bubbles, one for each field, with a thin form around it. huh v2.0.3 was measured first
// and lost: it shows a validation error only after a field was left, takes it away at the next key and won't let go of an invalid
// field; enter in an unbracketed paste moved on, so that "one⏎two" filled two fields; at 40x10 it drew 11 lines and at 1x1 27
// cells; and it has no place for a refusal by the tenant or for the former value. The textarea of bubbles was left out too: it
// renders the whole text at every key (10 ms at 500 lines) and both draw bidi overrides as they come, so the texts of several
// lines are edited line by line in the same textinput and everything is drawn here, through ui/draw.
package form
