package tenant

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

// departments and, for each, its job titles; the places people work at.
var (
	departments = []string{"Information Security", "Finance", "Engineering", "Sales", "Customer Support", "Marketing",
		"People Operations", "Legal", "Data Platform", "Product Design", "Procurement", "Field Operations"}
	jobTitles = [][]string{
		{"Identity administrator", "Security analyst", "Detection engineer", "Compliance specialist"},
		{"Accountant", "Financial analyst", "Payroll specialist", "Treasury manager"},
		{"Software engineer", "Staff engineer", "Site reliability engineer", "Test engineer"},
		{"Account executive", "Solutions consultant", "Sales operations analyst", "Regional director"},
		{"Support specialist", "Escalation engineer", "Support team lead", "Knowledge manager"},
		{"Content strategist", "Campaign manager", "Brand designer", "Marketing analyst"},
		{"Recruiter", "People partner", "Benefits specialist", "Learning manager"},
		{"Counsel", "Contracts manager", "Privacy specialist", "Paralegal"},
		{"Data engineer", "Analytics engineer", "Data scientist", "Platform manager"},
		{"Product designer", "Design researcher", "Interaction designer", "Design lead"},
		{"Buyer", "Vendor manager", "Category manager", "Sourcing analyst"},
		{"Field technician", "Dispatch coordinator", "Site manager", "Safety officer"},
	}
	locations = []string{"Lisbon", "Oslo", "Nairobi", "Osaka", "São Paulo", "Kraków", "Toronto", "Bengaluru"}
)
