package pattern_test

import (
	"testing"

	"gatehouse/pattern"
)

func TestAPatternIsCompiledOnceAndWhenItIsUsed(t *testing.T) {
	of := pattern.Of(`^a+$`)
	if first := of(); first != of() || !first.MatchString("aa") || first.MatchString("ab") {
		t.Errorf("it is %v", first)
	}
	wrong := pattern.Of(`(`) // which nobody has used yet
	defer func() {
		if recover() == nil {
			t.Error("a mistake in a pattern isn't found when it is used")
		}
	}()
	wrong()
}
