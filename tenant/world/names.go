package world

import (
	"fmt"
	"strings"
)

// personName is a name as its bearer writes it, and as a mail address spells it.
type personName struct{ native, latin string }

// script is a way of writing names; weight says how common it is among the users.
type script struct {
	weight      int
	familyFirst bool
	join        string
	given       []personName
	family      []personName
}

var scripts = []script{
	{44, false, " ", latinGiven, latinFamily},
	{22, false, " ", accentGiven, accentFamily},
	{8, true, " ", japaneseGiven, japaneseFamily},
	{5, false, " ", arabicGiven, arabicFamily},
	{4, false, " ", hebrewGiven, hebrewFamily},
	{7, false, " ", cyrillicGiven, cyrillicFamily},
	{4, false, " ", thaiGiven, thaiFamily},
	{6, false, " ", hindiGiven, hindiFamily},
}

var (
	latinGiven = []personName{{"Amara", "amara"}, {"Benjamin", "benjamin"}, {"Clara", "clara"}, {"Daniel", "daniel"}, {"Esther", "esther"},
		{"Felix", "felix"}, {"Grace", "grace"}, {"Hugo", "hugo"}, {"Imogen", "imogen"}, {"Jonas", "jonas"}, {"Keira", "keira"}, {"Liam", "liam"},
		{"Maya", "maya"}, {"Nathan", "nathan"}, {"Olivia", "olivia"}, {"Priya", "priya"}, {"Quentin", "quentin"}, {"Rosa", "rosa"},
		{"Samuel", "samuel"}, {"Tessa", "tessa"}, {"Umar", "umar"}, {"Vera", "vera"}, {"William", "william"}, {"Yasmin", "yasmin"}}
	latinFamily = []personName{{"Abbott", "abbott"}, {"Bakker", "bakker"}, {"Calloway", "calloway"}, {"Delgado", "delgado"},
		{"Eriksen", "eriksen"},
		{"Fairchild", "fairchild"}, {"Grant", "grant"}, {"Hartley", "hartley"}, {"Ibarra", "ibarra"}, {"Jansen", "jansen"},
		{"Kowalski", "kowalski"},
		{"Lombardi", "lombardi"}, {"Mbeki", "mbeki"}, {"Novak", "novak"}, {"Okafor", "okafor"}, {"Patel", "patel"}, {"Quinn", "quinn"},
		{"Rossi", "rossi"}, {"Sandoval", "sandoval"}, {"Thornton", "thornton"}, {"Underhill", "underhill"}, {"Vance", "vance"},
		{"Whitaker", "whitaker"}}
	accentGiven = []personName{{"Ágnes", "agnes"}, {"Björn", "bjorn"}, {"Chloé", "chloe"}, {"Dušan", "dusan"}, {"Élodie", "elodie"},
		{"François", "francois"}, {"Gülşen", "gulsen"}, {"İlker", "ilker"}, {"João", "joao"}, {"Łukasz", "lukasz"}, {"Máté", "mate"},
		{"Nguyệt", "nguyet"}, {"Øystein", "oystein"}, {"Şebnem", "sebnem"}, {"Søren", "soren"}, {"Zoë", "zoe"}, {"Þóra", "thora"}}
	accentFamily = []personName{{"Åkesson", "akesson"}, {"Çelik", "celik"}, {"Dvořák", "dvorak"}, {"Günther", "gunther"},
		{"Jiménez", "jimenez"},
		{"Kovačević", "kovacevic"}, {"Lefèvre", "lefevre"}, {"Mäkinen", "makinen"}, {"Müller-Straße", "mueller-strasse"}, {"Nuñez",
			"nunez"},
		{"Ó Briain", "obriain"}, {"Pålsson", "palsson"}, {"Şimşek", "simsek"}, {"Trần", "tran"}, {"Vázquez", "vazquez"}, {"Żukowski",
			"zukowski"}}
	japaneseGiven = []personName{{"健太", "kenta"}, {"美咲", "misaki"}, {"翔", "sho"}, {"さくら", "sakura"}, {"大輔", "daisuke"},
		{"由美子", "yumiko"},
		{"蓮", "ren"}, {"葵", "aoi"}}
	japaneseFamily = []personName{{"佐藤", "sato"}, {"鈴木", "suzuki"}, {"高橋", "takahashi"}, {"渡辺", "watanabe"}, {"伊藤", "ito"},
		{"小林", "kobayashi"},
		{"長谷川", "hasegawa"}}
	arabicGiven = []personName{{"ليلى", "layla"}, {"عمر", "omar"}, {"فاطمة", "fatima"}, {"يوسف", "yusuf"}, {"نور", "nour"},
		{"خالد", "khalid"}}
	arabicFamily = []personName{{"الحسن", "alhasan"}, {"منصور", "mansour"}, {"حداد", "haddad"}, {"العلي", "alali"},
		{"بنعيسى", "benaissa"}}
	hebrewGiven = []personName{{"נועה", "noa"}, {"איתן", "eitan"}, {"תמר", "tamar"}, {"יונתן", "yonatan"},
		{"מאיה", "maya"}}
	hebrewFamily = []personName{{"כהן", "cohen"}, {"לוי", "levi"}, {"מזרחי", "mizrahi"}, {"שפירא", "shapira"},
		{"פרידמן", "friedman"}}

	cyrillicGiven = []personName{{"Анна", "anna"}, {"Дмитро", "dmytro"}, {"Елена", "elena"}, {"Милош", "milos"},
		{"Ольга", "olga"},
		{"Сергей", "sergey"}, {"Ірина", "iryna"}, {"Георги", "georgi"}}
	cyrillicFamily = []personName{{"Ковальчук", "kovalchuk"}, {"Петрова", "petrova"}, {"Јовановић", "jovanovic"},
		{"Шевченко", "shevchenko"},
		{"Димитров", "dimitrov"}, {"Соколова", "sokolova"}}
	thaiGiven = []personName{{"สมชาย", "somchai"}, {"น้ำใจ", "namjai"}, {"พิมพ์ชนก", "pimchanok"},
		{"ธนกร", "thanakorn"}}
	thaiFamily = []personName{{"วงศ์สุวรรณ", "wongsuwan"}, {"ศรีสุข", "srisuk"}, {"ใจดี", "jaidee"}}
	hindiGiven = []personName{{"आरव", "aarav"}, {"प्रिया", "priya"}, {"क्षितिज", "kshitij"},
		{"अनन्या", "ananya"}, {"रोहन", "rohan"}}
	hindiFamily = []personName{{"शर्मा", "sharma"}, {"कृष्णन", "krishnan"}, {"वर्मा", "verma"},
		{"त्रिपाठी", "tripathi"}}
)

// nameMarks are put behind a name now and then, as people do in their profiles.
var nameMarks = []string{"🌱", "👩‍💻", "🇵🇹", "(she/her)", "⚠️ on leave", "👨‍👩‍👧"}

// jobs of accounts that are nobody's.
var (
	serviceJobs = []string{"billing-export", "backup-runner", "ticket-sync", "badge-printer", "mail-relay", "release-bot", "payroll-feed",
		"stock-sync"}
	agentJobs  = []string{"Release notes", "Expense triage", "Onboarding", "Log summary", "Vendor review"}
	systemJobs = []string{"Directory sync", "Access reviews", "Provisioning", "Audit export"}
)

// Name is the display name of a user, and the same as a mail address spells it.
func (w *World) Name(place int) (native, latin string) {
	p := w.Person(place)
	switch {
	case place == Caller:
		return "Mara Lindqvist", "mara.lindqvist"
	case p.Kind == Service:
		name := fmt.Sprintf("svc-%s-%d", serviceJobs[w.below(len(serviceJobs), saltJob, place, 0)], place)
		return name, name
	case p.Kind == Agent:
		job := agentJobs[w.below(len(agentJobs), saltJob, place, 0)]
		return job + " agent", "agent-" + strings.ReplaceAll(strings.ToLower(job), " ", "-")
	case p.Kind == System:
		job := systemJobs[w.below(len(systemJobs), saltJob, place, 0)]
		return job + " system", "system-" + strings.ReplaceAll(strings.ToLower(job), " ", "-")
	}
	throw := w.below(100, saltName, place, 0)
	chosen := &scripts[0]
	for k := range scripts {
		if throw -= scripts[k].weight; throw < 0 {
			chosen = &scripts[k]
			break
		}
	}
	given := chosen.given[w.below(len(chosen.given), saltName, place, 1)]
	family := chosen.family[w.below(len(chosen.family), saltName, place, 2)]
	native = given.native + chosen.join + family.native
	if chosen.familyFirst {
		native = family.native + chosen.join + given.native
	}
	if place > 20 && w.chance(2, saltName, place, 3) {
		native += " " + nameMarks[w.below(len(nameMarks), saltName, place, 4)]
	}
	return native, given.latin + "." + family.latin
}
