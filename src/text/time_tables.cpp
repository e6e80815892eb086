#include "text/time_tables.h"

namespace whosaid::text {
namespace {

constexpr LanguageSet kGermanic = bit(Language::english) | bit(Language::german) |
                                  bit(Language::dutch) | bit(Language::swedish) |
                                  bit(Language::danish) | bit(Language::norwegian);
constexpr LanguageSet kRomance = bit(Language::french) | bit(Language::spanish) |
                                 bit(Language::italian) | bit(Language::portuguese) |
                                 bit(Language::catalan) | bit(Language::romanian);

constexpr TimeLanguage kLanguagesOfTime[] = {
    {Language::english, "en",
     "in of since during until till by last next this before after early late mid",
     "in since during until till by from year early late around summer winter spring autumn fall",
     "of", "", "", ""},
    {Language::german, "de", "im in seit bis ab anfang mitte ende letzten diesen nachsten",
     "in im seit jahr jahre jahres anfang mitte ende bis sommer winter herbst fruhling fruhjahr",
     "von", "", "", "janner feber - - - - - - - - - -"},
    {Language::french, "fr", "en depuis fin debut mi jusqu'en",
     "en depuis annee l'annee an ete l'ete hiver l'hiver printemps automne jusqu'en fin debut",
     "de", "", "la le l'", ""},
    {Language::spanish, "es", "en desde hasta",
     "en desde hasta ano verano invierno otono primavera durante", "de del", "", "la el",
     "- - - - - - - - setiembre - - -"},
    {Language::italian, "it", "a in da", "in nel dal anno l'anno nell'anno estate inverno",
     "di del", "", "l'", ""},
    {Language::portuguese, "pt", "em desde ate", "em desde ate ano verao inverno", "de", "", "",
     ""},
    {Language::dutch, "nl", "in sinds tot begin eind", "in sinds tot begin eind jaar zomer winter",
     "van", "", "", ""},
    {Language::swedish, "sv", "i under sedan", "i under sedan ar aret sommaren vintern", "", "", "",
     ""},
    {Language::danish, "da", "i siden", "i siden ar aret sommeren vinteren", "", "", "", ""},
    {Language::norwegian, "nb", "i siden", "i siden ar aret sommeren vinteren", "", "", "", ""},
    {Language::finnish, "fi", "", "vuonna vuoden vuodesta", "", "", "",
     "tammikuussa helmikuussa maaliskuussa huhtikuussa toukokuussa kesakuussa heinakuussa "
     "elokuussa syyskuussa lokakuussa marraskuussa joulukuussa"},
    {Language::polish, "pl", "w od do", "w od do rok roku", "", "roku rok r", "w we",
     "styczniu lutym marcu kwietniu maju czerwcu lipcu sierpniu wrzesniu pazdzierniku listopadzie "
     "grudniu"},
    {Language::hungarian, "hu", "", "", "", "ban ben as es tol evben", "",
     "januarban februarban marciusban aprilisban majusban juniusban juliusban augusztusban "
     "szeptemberben oktoberben novemberben decemberben"},
    {Language::romanian, "ro", "in din", "in din anul", "", "", "", ""},
    {Language::turkish, "tr", "", "", "", "da de ta te dan den yilinda yili yil", "",
     "ocakta subatta martta nisanda mayista haziranda temmuzda agustosta eylulde ekimde kasimda "
     "aralikta"},
    {Language::catalan, "ca", "al el pel", "any l'any estiu", "del", "", "la el l' de d'", ""},
    {Language::indonesian, "id", "bulan pada sejak", "tahun pada sejak", "", "", "", ""},
    {Language::russian, "ru", "в во с до", "в во с до год", "", "году года год г", "в во на",
     "январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре"},
    {Language::greek, "el", "τον", "το του ετοσ", "", "", "",
     "ιανουαριο φεβρουαριο μαρτιο απριλιο μαιο ιουνιο ιουλιο αυγουστο σεπτεμβριο οκτωβριο νοεμβριο "
     "δεκεμβριο"},
    {Language::arabic, "ar", "في شهر منذ", "في عام سنة منذ", "", "", "",
     "- شباط آذار نيسان أيار حزيران تموز - أيلول - - - - - - ابريل - - - اغسطس - اكتوبر - -"},
    {Language::persian, "fa@calendar=gregorian", "در ماه", "در سال", "", "", "",
     "- - - - - - جولای آگوست - - - -"},
    {Language::hebrew, "he", "חודש", "ב שנת בשנת מאז", "", "", "", ""},
    {Language::hindi, "hi", "", "सन वर्ष साल", "", "में", "",
     "- - - - - - - - सितम्बर अक्टूबर नवम्बर दिसम्बर"},
};

constexpr const char* kUnspacedLocales[] = {"zh", "zh_Hant", "ja", "ko"};

constexpr RelativeTime relative(TimeUnit unit, std::int32_t offset) { return {unit, offset, 0}; }

constexpr TimePhrases kMorePhrases[] = {
    {relative(TimeUnit::day, -2), "the day before yesterday|day before yesterday"},
    {relative(TimeUnit::day, -1), "last night|gestern abend|igar|ieri sera|anoche"},
    {relative(TimeUnit::day, 0),
     "tonight|this morning|this afternoon|this evening|heute|idag|aujourd hui|aujourdhui|dzis"},
    {relative(TimeUnit::day, 1), "imorgon|tomorrow night"},
    {relative(TimeUnit::day, 2), "the day after tomorrow|day after tomorrow"},
    {relative(TimeUnit::week, -1),
     "letzter woche|letzten woche|vorige woche|voriger woche|vorigen woche|vergangene woche|"
     "vergangener woche|vergangenen woche|semana anterior|scorsa settimana|afgelopen week|"
     "forra veckan|mult heten|прошлую неделю|прошлая неделя|gecen haftaki|"
     "الاسبوع الماضي|"
     "पिछले सप्ताह|पिछले हफ्ते|בשבוע שעבר|שבוע שעבר"},
    {relative(TimeUnit::week, 0), "dieser woche|ezen a heten|эту неделю|इस हफ्ते"},
    {relative(TimeUnit::week, 1),
     "nachster woche|nachsten woche|kommende woche|prossima settimana|jovo heten|अगले हफ्ते"},
    {relative(TimeUnit::weekend, -1),
     "last weekend|letztes wochenende|letzten wochenende|le week-end dernier|week-end dernier|"
     "fin de semana pasado|fine settimana scorso|scorso fine settimana|fim de semana passado|"
     "afgelopen weekend|vorig weekend"},
    {relative(TimeUnit::weekend, 0),
     "this weekend|dieses wochenende|ce week-end|este fin de semana"},
    {relative(TimeUnit::weekend, 1), "next weekend|nachstes wochenende|nachsten wochenende"},
    {relative(TimeUnit::month, -1),
     "letzter monat|letztem monat|vorigen monat|vergangenen monat|scorso mese|afgelopen maand|"
     "mult honapban|पिछले महीने|पिछले माह|בחודש שעבר|חודש שעבר"},
    {relative(TimeUnit::month, 0), "diesem monat|इस महीने"},
    {relative(TimeUnit::month, 1), "nachster monat|nachstem monat|prossimo mese|अगले महीने"},
    {relative(TimeUnit::year, -1),
     "letztem jahr|letzten jahr|voriges jahr|vorigen jahr|vergangenes jahr|vergangenen jahr|"
     "l'an dernier|an dernier|l'an passe|an passe|scorso anno|afgelopen jaar|forra aret|fjoraret|"
     "viime vuoden|tavaly|gecen sene|περυσι|पिछले साल|पिछले वर्ष|العام الماضي|پارسال|בשנה שעברה|שנה "
     "שעברה"},
    {relative(TimeUnit::year, 0), "diesem jahr|heuer|iden|इस साल|هذا العام"},
    {relative(TimeUnit::year, 1), "nachstem jahr|nachsten jahr|jovore|prossimo anno|अगले साल"},
};

constexpr TimePhrases kMoreUnspacedPhrases[] = {
    {relative(TimeUnit::day, -2), "おととい"},
    {relative(TimeUnit::day, -1), "きのう|昨夜|昨晩|昨晚|어젯밤"},
    {relative(TimeUnit::day, 0), "今朝|今晩|今夜|今晚|今早|오늘밤"},
    {relative(TimeUnit::week, -1), "上星期|上个星期|上個星期|上礼拜|上禮拜|先週|지난 주|저번 주"},
    {relative(TimeUnit::week, 0), "这周|这星期|这个星期|這週|這星期|這個星期|이번주"},
    {relative(TimeUnit::week, 1), "下星期|下个星期|下個星期|다음주"},
    {relative(TimeUnit::month, -1), "지난 달|저번 달"},
    {relative(TimeUnit::month, 0), "这个月|這個月|이번달"},
    {relative(TimeUnit::month, 1), "다음달"},
    {relative(TimeUnit::year, -2), "一昨年|おととし|前年|재작년"},
    {relative(TimeUnit::year, -1), "去年|지난해|지난 해"},
};

// "may" and "march"; Julio, Marco and Marta; Mars the planet; mayonnaise; brands (marca); "mai" is
// never in Italian; Polish Maja; Turkish hearths, intervals and names; the Persian fog; vigour and
// film directors in Hebrew.
constexpr std::string_view kDoubtfulMonths =
    "may march april june august mai mei maj maja marca mars mart marco marc mayo julio avril "
    "maggio "
    "nisan ocak kasim eylul aralik ekim luty марта марте julius augustus مه مارس מרץ מאי במאי יוני";

constexpr SharedPhrase kSharedPhrases[] = {
    {"hier", Language::french, kGermanic, true},
    {"maine", Language::romanian, kGermanic | kRomance, true},
    {"ma", Language::hungarian, kGermanic | kRomance | bit(Language::finnish), true},
    {"eilen", Language::finnish, bit(Language::german), false},
    {"dun", Language::turkish, kGermanic | kRomance, false},
    {"iden", Language::hungarian, kGermanic | kRomance, false},
};

constexpr NotAfter kNotAfter[] = {
    {"morgen", "am guten jeden diesen der den einen zum goeden elke god hver"},
    {"manana", "la esta cada una de"},
};

constexpr NotAfter kUnspacedNotAfter[] = {
    {"前天", "目 之 以 从 從"},
    {"前年", "目 之 以 从 從 数 數"},
    {"本周", "日"},
    {"本月", "日"},
    {"去年", "过 過"},
    {"来年", "近 后 後 本 原 将 未"},
    {"明天", "清"},
    {"后天", "先 以 之"},
    {"後天", "先"},
    {"今日", "如"},
    {"今天", "如"},
};

}  // namespace

std::span<const TimeLanguage> time_languages() { return kLanguagesOfTime; }
std::span<const char* const> unspaced_locales() { return kUnspacedLocales; }
std::span<const TimePhrases> more_phrases() { return kMorePhrases; }
std::span<const TimePhrases> more_unspaced_phrases() { return kMoreUnspacedPhrases; }
std::string_view doubtful_months() { return kDoubtfulMonths; }
std::span<const SharedPhrase> shared_phrases() { return kSharedPhrases; }
std::span<const NotAfter> not_after() { return kNotAfter; }
std::span<const NotAfter> unspaced_not_after() { return kUnspacedNotAfter; }

std::string_view short_months() {
  return "jan feb mar apr may jun jul aug sep oct nov dec - - - - - - - - sept - - -";
}
std::string_view date_joints() { return "of the de del d di do el lui , . - /"; }
std::string_view ordinal_endings() { return "st nd rd th er re e eme o a de ste го е ого η"; }
std::string_view hyphened_endings() { return "го е ого я an en i a"; }
std::string_view counted_words() {
  return "dollars dollar euros euro eur usd pounds yen people miles km kilometers metres meters m "
         "kg "
         "g words times days years hours minutes seconds steps pieces cases % € £ ¥ $";
}

}  // namespace whosaid::text
