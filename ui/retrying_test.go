package ui

import (
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/ui/host"
)

func TestAWaitOnATenantThatWasLeftIsNotTold(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 30})
	x := api.Exchange{Method: "POST", Path: "/api/v1/search/hooks", Attempt: 1, Status: 503, Wait: time.Second}
	x.Base = "https://left.example"
	d.send(host.Retrying{Exchange: x})
	d.seesNot("Trying again")
	x.Base = d.client.BaseURL()
	d.send(host.Retrying{Exchange: x})
	d.sees("Reading the hooks failed (try 1)")
}
