package export

import (
	"context"

	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// nameRecorder is the environment of cells that notes the names they lack.
type nameRecorder struct {
	host.Frozen
	missing map[widget.Ref]bool
}

// Name is the name that goes with an id, "" when it isn't known.
func (r *nameRecorder) Name(kind, id string) string {
	name := r.Frozen.Name(kind, id)
	if name == "" && id != "" {
		r.missing[widget.Ref{Kind: kind, ID: id}] = true
	}
	return name
}

func (r *nameRecorder) found() []widget.Ref {
	var all []widget.Ref
	for missing := range r.missing {
		all = append(all, missing)
	}
	return all
}

// readCells reads every cell that will be written, for what it lacks.
func readCells(ctx context.Context, source RowSource, columns []int) error {
	_, rows, err := source.Rows(ctx)
	if err != nil {
		return err
	}
	for row := range rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, i := range columns {
			row.Cell(i)
		}
	}
	return nil
}
