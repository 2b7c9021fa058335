package api

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// stream is one request that has arrived whole over HTTP/2, with what its connection can be answered with.
type stream struct {
	*http2.Framer
	conn *tls.Conn
	id   uint32
}

// below is the stream before this one: a GOAWAY with it says that this one wasn't processed.
func (s stream) below() uint32 { return max(s.id, 2) - 2 }

// answer answers 200 with a JSON object, in the frames that whole says: without it the body is missing.
func (s stream) answer(whole bool) {
	var head bytes.Buffer
	fields := hpack.NewEncoder(&head)
	_ = fields.WriteField(hpack.HeaderField{Name: ":status", Value: "200"})
	_ = fields.WriteField(hpack.HeaderField{Name: "content-type", Value: "application/json"})
	_ = s.WriteHeaders(http2.HeadersFrameParam{StreamID: s.id, BlockFragment: head.Bytes(), EndHeaders: true})
	if whole {
		_ = s.WriteData(s.id, true, []byte(`{"list":[]}`))
	}
}

// cut ends the connection so that everything written before arrives.
func (s stream) cut() {
	_ = s.conn.CloseWrite()
	_, _ = io.Copy(io.Discard, s.conn)
}

// frames serves HTTP/2 over TLS: each request is handed, once it has arrived whole, to serve, with its number among the writes, 0 for a
// read.
func frames(t *testing.T, serve func(s stream, write int)) (address, caFile string, writes *atomic.Int32) {
	t.Helper()
	ca, writes := newAuthority(t, "the test's own authority"), new(atomic.Int32)
	config := &tls.Config{Certificates: []tls.Certificate{ca.certificate(t, time.Now(), "127.0.0.1")}, NextProtos: []string{"h2"}}
	return "https://" + listen(t, func(raw net.Conn) {
		conn := tls.Server(raw, config)
		preface := make([]byte, len(http2.ClientPreface))
		if _, err := io.ReadFull(conn, preface); err != nil {
			return
		}
		framer := http2.NewFramer(conn, conn)
		framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
		_ = framer.WriteSettings()
		begun := map[uint32]string{} // methods by stream
		for {
			frame, err := framer.ReadFrame()
			if err != nil {
				return
			}
			ends := frame.Header().Flags.Has(http2.FlagDataEndStream)
			switch f := frame.(type) {
			case *http2.MetaHeadersFrame:
				begun[f.StreamID] = f.PseudoValue("method")
			case *http2.SettingsFrame:
				if !f.IsAck() {
					_ = framer.WriteSettingsAck()
				}
				continue
			case *http2.DataFrame:
			default:
				continue
			}
			if id := frame.Header().StreamID; ends && begun[id] == http.MethodGet {
				serve(stream{framer, conn, id}, 0)
			} else if ends {
				serve(stream{framer, conn, id}, int(writes.Add(1)))
			}
		}
	}), ca.file(t), writes
}

// unprocessed are the ways in which a server says over HTTP/2 that it has not looked at a request.
var unprocessed = map[string]func(s stream){
	"refused":                   func(s stream) { _ = s.WriteRSTStream(s.id, http2.ErrCodeRefusedStream) },
	"going away":                func(s stream) { _ = s.WriteGoAway(s.below(), http2.ErrCodeNo, nil) },
	"going away after an error": func(s stream) { _ = s.WriteGoAway(s.below(), http2.ErrCodeInternal, []byte("CANARY")) },
	"going away from a storm":   func(s stream) { _ = s.WriteGoAway(s.below(), http2.ErrCodeEnhanceYourCalm, nil) },
	"going away for who knows":  func(s stream) { _ = s.WriteGoAway(s.below(), http2.ErrCode(0xabc), nil) },
	"going away, and gone":      func(s stream) { _ = s.WriteGoAway(s.below(), http2.ErrCodeNo, nil); s.cut() },
	"going away twice, and gone": func(s stream) {
		_ = s.WriteGoAway(1<<31-1, http2.ErrCodeNo, nil)
		_ = s.WriteGoAway(s.below(), http2.ErrCodeNo, nil)
		s.cut()
	},
}

// perhaps are the ways in which a request ends over HTTP/2 that say nothing of whether it was done.
var perhaps = map[string]func(s stream){
	"cut":                             stream.cut,
	"cut within the answer":           func(s stream) { s.answer(false); s.cut() },
	"going away after it, and gone":   func(s stream) { _ = s.WriteGoAway(s.id, http2.ErrCodeNo, nil); s.cut() },
	"going away some time, and gone":  func(s stream) { _ = s.WriteGoAway(1<<31-1, http2.ErrCodeNo, nil); s.cut() },
	"gone with an error":              func(s stream) { _ = s.WriteGoAway(s.id, http2.ErrCodeInternal, nil); s.cut() },
	"reset: internal error":           func(s stream) { _ = s.WriteRSTStream(s.id, http2.ErrCodeInternal) },
	"reset: protocol error":           func(s stream) { _ = s.WriteRSTStream(s.id, http2.ErrCodeProtocol) },
	"reset: cancelled":                func(s stream) { _ = s.WriteRSTStream(s.id, http2.ErrCodeCancel) },
	"reset: without an error":         func(s stream) { _ = s.WriteRSTStream(s.id, http2.ErrCodeNo) },
	"reset: who knows":                func(s stream) { _ = s.WriteRSTStream(s.id, http2.ErrCode(0xabc)) },
	"refused after the answer's head": func(s stream) { s.answer(false); _ = s.WriteRSTStream(s.id, http2.ErrCodeRefusedStream) },
	"gone, with the words of a refusal": func(s stream) {
		_ = s.WriteGoAway(s.id, http2.ErrCodeNo, []byte("http2: Transport received Server's graceful shutdown GOAWAY"))
		s.cut()
	},
}

// overHTTP2 asks a server of frames for one write, after a number of reads on the same connection.
func overHTTP2(t *testing.T, r Request, reads int, serve func(s stream, write int)) (writes int, err error) {
	t.Helper()
	address, caFile, count := frames(t, serve)
	c := newClient(t, address, func(o *Options) { o.CAFile = caFile })
	for range reads {
		if _, err := c.ListRoles(context.Background(), PageRequest{}); err != nil {
			t.Fatalf("a read: %v", err)
		}
	}
	_, err = c.Do(context.Background(), r)
	return int(count.Load()), err
}

// eachWrite runs a test for kinds of writes, as the first request on a connection and as a later one.
func eachWrite(t *testing.T, test func(t *testing.T, r Request, reads int)) {
	for name, r := range map[string]Request{
		"delete": must(t)(DeleteHook("h1")), "post": must(t)(UpdateHook("h1", HookChanges{Enabled: new(true)})),
	} {
		for reads, place := range []string{"first", "second"} {
			t.Run(name+" "+place, func(t *testing.T) { test(t, r, reads) })
		}
	}
}

// saysNothingOfHTTP2 checks that an error speaks in the client's own words, and so does what is written down of it.
func saysNothingOfHTTP2(t *testing.T, err error) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.Err == nil {
		t.Fatalf("%v has no cause", err)
	}
	for _, text := range []string{err.Error(), e.Plain(), e.Message, e.Err.Error()} {
		for _, foreign := range []string{"http2", "stream", "Transport", "GOAWAY", "REFUSED", "ErrCode", "GetBody", "CANARY"} {
			if strings.Contains(text, foreign) {
				t.Errorf("%q shows the words of a library or of a frame", text)
			}
		}
	}
}

// A write that the server provably didn't look at is sent again, and told as not taken when that goes on. net/http has no type for it: this
// fails when its words change.
func TestAWriteThatHTTP2TurnedAwayIsSentAgain(t *testing.T) {
	for name, turnAway := range unprocessed {
		t.Run(name, func(t *testing.T) {
			eachWrite(t, func(t *testing.T, r Request, reads int) {
				writes, err := overHTTP2(t, r, reads, func(s stream, write int) {
					if write == 1 {
						turnAway(s)
						return
					}
					s.answer(true)
				})
				if err != nil || writes != 2 {
					t.Errorf("turned away once: %v after %d writes, want it done by the second", err, writes)
				}
				writes, err = overHTTP2(t, r, reads, func(s stream, write int) {
					if write > 0 {
						turnAway(s)
						return
					}
					s.answer(true)
				})
				stuck := stuckAt(err)
				if KindOf(err) != KindNetwork || stuck == nil || stuck.Hop != HopConnection || writes != maxAttempts {
					t.Fatalf("turned away always: %v after %d writes, want it told as not taken after %d", err, writes, maxAttempts)
				}
				saysNothingOfHTTP2(t, err)
			})
		})
	}
}

// A write that ended in any other way may have been done: it is sent once.
func TestAWriteThatHTTP2LostIsUnknown(t *testing.T) {
	for name, lose := range perhaps {
		t.Run(name, func(t *testing.T) {
			eachWrite(t, func(t *testing.T, r Request, reads int) {
				writes, err := overHTTP2(t, r, reads, func(s stream, write int) {
					if write == 1 {
						lose(s)
						return
					}
					s.answer(true)
				})
				if KindOf(err) != KindOutcomeUnknown || writes != 1 {
					t.Fatalf("%v after %d writes, want it unknown after one", err, writes)
				}
				saysNothingOfHTTP2(t, err)
			})
		})
	}
}

// A server that goes away after a request still answers it.
func TestAWriteBeforeTheEndOfAConnectionIsAnswered(t *testing.T) {
	eachWrite(t, func(t *testing.T, r Request, reads int) {
		writes, err := overHTTP2(t, r, reads, func(s stream, write int) {
			if write == 1 {
				_ = s.WriteGoAway(s.id, http2.ErrCodeNo, nil)
			}
			s.answer(true)
		})
		if err != nil || writes != 1 {
			t.Errorf("%v after %d writes", err, writes)
		}
	})
}
