#include "text/stop_words.h"

#include <cstddef>
#include <unordered_map>

namespace whosaid::text {
namespace {

constexpr std::string_view kEnglish =
    "a about again all also am an and any are arent as at be because been being but "
    "by "
    "can cant could couldnt did didnt do does doesnt doing dont for from had has hasnt have havent "
    "he her here hers him his how i if im in into is isnt it its just me more most my no not of "
    "off "
    "on only or other our out over own she should so some such than that the their theirs them "
    "then "
    "there these they this those through to too up us very was wasnt we were werent what when "
    "where "
    "which while who whom whose why will with wont would you your yours";
constexpr std::string_view kGerman =
    "aber alle als am an auch auf aus bei bin bis bist da das dass dein dem den der des dich die "
    "dir "
    "doch du durch ein eine einem einen einer er es euch fur habe haben hat hatte ich ihm ihn ihr "
    "im "
    "in ist ja kann kein keine mein meine mich mir mit nach nicht noch nur oder schon sehr sein "
    "seine "
    "sich sie sind so uber um und uns unser vom von vor war warum was wenn wer wie wir wird wo zu "
    "zum "
    "zur";
constexpr std::string_view kFrench =
    "a ai as au aussi aux avec avez avons c ce ces cette comment dans de des du elle elles en est "
    "et "
    "etait etre eu il ils j je la le les leur leurs lui ma mais me meme mes moi mon ne nos notre "
    "nous "
    "on ont ou par pas plus pour pourquoi quand que quel quelle qui sa sans se ses si son sont sur "
    "ta "
    "te tes toi ton tu un une vos votre vous y";
constexpr std::string_view kSpanish =
    "a al algo aqui como con cual cuando cuanto de del desde donde e el ella ellos en era es esa "
    "ese "
    "esta estaba estan estas este esto estoy fue ha hay he la las le les lo los mas me mi mis muy "
    "nada "
    "ni no nos nosotros o para pero por porque que quien se ser si sin sobre son soy su sus "
    "tambien te "
    "tiene tengo todo tu tus un una unos y ya yo";
constexpr std::string_view kItalian =
    "a ai al alla anche che chi ci come con cosa cui da dal dalla dei del della delle di dove e ed "
    "era "
    "gli ha hai hanno ho i il in io la le lei lo loro lui ma me mi mia mio molto ne nei nel nella "
    "no "
    "noi non o per perche piu quale quando quanto quella quello questa questo se sei sono su sua "
    "suo "
    "ti tu tutto un una uno vi voi";
constexpr std::string_view kPortuguese =
    "a ao aos as com como da das de dela dele do dos e ela ele eles em era essa esse esta estou eu "
    "foi "
    "ha isso isto ja lhe mais mas me meu minha muito na nao nas nem no nos o onde os ou para pela "
    "pelo "
    "por porque qual quando que quem se sem ser seu sua sao so sou tambem te tem tenho um uma voce "
    "voces";
constexpr std::string_view kDutch =
    "aan al als ben bij dan dat de deze die dit door dus een en er geen had heb hebben heeft het "
    "hier "
    "hij hoe hun ik in is je jij jouw kan maar me met mij mijn naar niet nog nu of om omdat onder "
    "ons "
    "onze ook op over te toch toen tot u uit van veel voor waar waarom wanneer was wat we wel werd "
    "wie "
    "wij wil worden ze zich zij zijn zo";
constexpr std::string_view kSwedish =
    "alla att av bara blev bli da de dem den denna det dig din du dar efter ej eller en ett fran "
    "for "
    "ha har hade han hans har hennes hon hur i icke inte jag kan man med men mig min mitt mot "
    "mycket "
    "nar nu och om oss pa sa sig sin ska som till under upp ut vad var vara vart varfor vem vi vid "
    "ar "
    "over";
constexpr std::string_view kDanish =
    "af alle at blev blive da de dem den denne der deres det dig din du efter eller en end er et "
    "for "
    "fra ham han hans har havde hende her hun hvad hvem hvor hvorfor hvornar i ikke ind jeg jo kan "
    "man "
    "med meget men mig min mit mod ned nogle nu og ogsa om op os over pa sig sin skal som sa til "
    "var "
    "vi vil ved";
constexpr std::string_view kNorwegian =
    "av alle at bare ble bli da de dem den denne der det deg din du etter eller en er et fra for "
    "ham "
    "han hans har hadde hun hva hvem hvor hvorfor i ikke inn jeg kan man med meg men min mitt mot "
    "mye "
    "nar na noe noen og ogsa om opp oss over pa seg sin skal som sa til ut var vi vil ved";
constexpr std::string_view kFinnish =
    "ei eivat en ehka ette etta han hanen he ja jo jos joka jotka kanssa kuin kuka koska kun me "
    "mika "
    "miksi milloin mina minun minulla mita missa mutta myos ne niin nyt oli olen olet olin olla on "
    "ovat "
    "se sen sina sinun sita siella taalla tai tama tassa te vain voi";
constexpr std::string_view kPolish =
    "ale bardzo bez bo by byl byla bylo byc co czy dla dlaczego do gdzie go i ich ja jak jako jest "
    "jestem jego jej juz kiedy kto ktora ktory ktore ma mam mi mnie moj moja na nas nie nim o od "
    "on "
    "ona oni oraz po pod przez przy sa sie swoj ta tak tam te tego ten to tu tylko ty w we z za ze";
constexpr std::string_view kHungarian =
    "a az azt azert be ben csak de ebben egy ek el en engem es ez ezt fel ha hogy hol igen is itt "
    "ki "
    "kell le lesz ma majd meg mert mi mikor miert mint most nagyon nekem nem o ok ott se sem te ti "
    "vagy vagyok van vannak volt voltam";
constexpr std::string_view kRomanian =
    "acest aceasta al ale am ar are as asta au ca care ce cand cat cine cu cum da dar de din doar "
    "e ea "
    "ei el ele eram este eu fi fost iar il imi in la le lui mai ma mea meu nu noi nostru o pe "
    "pentru "
    "sa sau se si sunt sunteti ta te tu un una unde unei unui va voi";
constexpr std::string_view kTurkish =
    "ama ancak ben bana beni benim bir biz bu cok cunku da daha de degil dedi en gibi hic icin ile "
    "ise "
    "kadar ki kim mi mu nasil ne neden nerede o olan olarak oldu onlar onu onun sana sen senin siz "
    "sonra su var ve veya ya yok";
constexpr std::string_view kCatalan =
    "a al als amb aquest aquesta aixo aqui com d de del dels des el ella els en era es esta ets "
    "fins ha "
    "haver he hi i jo la les li llur lo mes meu meva molt ne no nosaltres o on per pero perque que "
    "qui "
    "quan sense ser seu seva si soc son sota tambe tinc tot un una vaig van";
constexpr std::string_view kIndonesian =
    "ada adalah akan aku anda apa bagaimana bahwa banyak belum bisa dalam dan dari dengan di dia "
    "hanya "
    "ini itu jadi jika juga kami kamu kapan karena ke kepada kita lebih mana mengapa mereka namun "
    "oleh "
    "pada saat saya sangat sebagai seperti siapa sudah telah tetapi tidak untuk yang";
constexpr std::string_view kIrish =
    "ach ag agus an ar as ata ba bhi cad cathain conas de do duit ea fuair gan go i iad is isteach "
    "le "
    "leis me mar mo na nach ni nil nuair o raibh sa se seo si sin siad siud sinn ta tu";
constexpr std::string_view kLithuanian =
    "ar as apie bei bet buvo bus del iki ir is ja jau jei ji jie jis ju kad kada kai kaip kas "
    "kodel kur "
    "man mano mes ne nes nera nuo o pas per po prie su tai tau tavo tik to tu turi uz yra";
constexpr std::string_view kBasque =
    "al asko ba baina baino bai bat batean da dago dira dut du egin ere eta ez gara gaur gu hau "
    "hori "
    "hura izan naiz ni nire noiz non nor oso zara zein zen zer zergatik zu zuen";
constexpr std::string_view kRussian =
    "а без был была были было быть в вам вас весь во вот все всего вы где да для до его ее ей если "
    "есть "
    "еще же за и из или им их к как когда ко кто ли меня мне мой моя мы на над не него нее нет ни "
    "них "
    "но о об он она они от по под потому почему при про с сам свой со так там твой те тебе тебя то "
    "тоже "
    "только ты у уже чем что чтобы это этого этот я";
constexpr std::string_view kGreek =
    "αλλα αν απο αυτη αυτο αυτοσ γιατι για δεν ειμαι ειναι εγω εσυ εχει εχω η ηταν θα και με μεσα "
    "μια "
    "μου μασ να ο οι οπωσ οταν οτι που πολυ ποτε πωσ σαν σε στη στην στο στον σου τα τη την τησ τι "
    "τισ "
    "το τον του των τουσ ωσ";
constexpr std::string_view kArabic =
    "ان انا انت انه او اي اين إلي إن أن أنا أنت أنه أو أي أين التي الذي بعد بين ثم حتي ذلك عن عند "
    "علي "
    "في فيه قد قبل كان كانت كل كيف لا لم لماذا لن له لها لي ليس ما متي مع من منذ نحن هذا هذه هل هم "
    "هو "
    "هي و يا";
constexpr std::string_view kPersian =
    "آن از است اما او اين با بايد بر براي بود به تا تو ترا چرا چه چون چيست خود داد دارد دارم در را "
    "شد "
    "شما شود كجا كه كرد كن كي ما مرا من نه نيست هر هست هم همه و ولي يا يك";
constexpr std::string_view kHebrew =
    "אבל או אותו אותה אותי אחרי אין איך איפה אל אם אמר אנחנו אני אפילו אשר את אתה אתם בין גם ה הוא "
    "היא היה "
    "היו הייתי הם זאת זה זו יש כי כל כמו לא לו לי לך למה לפני מאוד מה מי מתי על עם עוד רק של שלו "
    "שלה שלי "
    "שם";
constexpr std::string_view kYiddish =
    "אבער אויב אויך אויס אויף און אונדז אונדזער איז איך אין אינעם איר אירע אן אז ביי ביז בין דא "
    "דאס דורך "
    "די דיר דעם דער דו ווו וואס ווי ווייל ווען וועט ווער זיי זיין זיך זיינען זענען זי זיינע מיט "
    "מיין מיר "
    "ניט נישט נאך נאר עס ער פאר פון צו קען קיין";
constexpr std::string_view kHindi =
    "अगर अब अपना अपनी अपने आप इस इसके उन उस उसके उसने एक और कब कर करना कहा कहाँ का कि किया किस की कुछ के "
    "को "
    "कोई कौन क्या क्यों गया जब जो तक तब तुम तो था थी थे नहीं ने पर बहुत भी मुझे में मैं मेरा मेरी मेरे यह ये "
    "या यहाँ वह वे वो से हम हर ही है हैं हुआ हूँ हो";
constexpr std::string_view kNepali =
    "अनि अब अहिले आफ्नो उनी उनको उसको ऊ एउटा कति कहाँ कहिले का किन कि के को कसले गर्छ गर्न गरेको छ छन् छु "
    "छैन जब जो तर तपाईं तिमी थियो थिए धेरै न पनि पछि भने भन्दा भयो म मलाई मा मेरो मेरी यति यो र ले लाई सँग "
    "हो "
    "हुन् हुन्छ";
constexpr std::string_view kArmenian =
    "այդ այլ այն այս այստեղ բայց դու դուք եթե եմ են ենք ես եք է էի էր էին երբ թե ի իմ ին ինձ ինչ "
    "ինչու իր "
    "իսկ կամ հետ համար մենք մեջ մի մեր նա նաեւ նրա նրանք ոչ որ որը որտեղ ով ու ում վրա քո եւ";
constexpr std::string_view kTamil =
    "அது அந்த அவர் அவள் அவன் அவர்கள் இது இந்த இல்லை இருந்து இருக்கிறது உள்ள ஒரு எங்கே எந்த என் என்ன என்று எனக்கு "
    "எப்படி எப்போது எல்லா ஏன் தான் நாங்கள் நான் நீ நீங்கள் மற்றும் மிகவும் யார் வேண்டும்";

struct Tables {
  std::unordered_map<std::string_view, LanguageSet> languages;

  Tables() {
    for (std::size_t i = 0; i < kLanguages; ++i) add(static_cast<Language>(i));
  }

  void add(Language language) {
    std::string_view rest = stop_words_of(language);
    while (!rest.empty()) {
      const std::size_t end = rest.find(' ');
      languages[rest.substr(0, end)] |= bit(language);
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
  }
};

}  // namespace

std::string_view stop_words_of(Language language) {
  switch (language) {
    case Language::english:
      return kEnglish;
    case Language::german:
      return kGerman;
    case Language::french:
      return kFrench;
    case Language::spanish:
      return kSpanish;
    case Language::italian:
      return kItalian;
    case Language::portuguese:
      return kPortuguese;
    case Language::dutch:
      return kDutch;
    case Language::swedish:
      return kSwedish;
    case Language::danish:
      return kDanish;
    case Language::norwegian:
      return kNorwegian;
    case Language::finnish:
      return kFinnish;
    case Language::polish:
      return kPolish;
    case Language::hungarian:
      return kHungarian;
    case Language::romanian:
      return kRomanian;
    case Language::turkish:
      return kTurkish;
    case Language::catalan:
      return kCatalan;
    case Language::indonesian:
      return kIndonesian;
    case Language::irish:
      return kIrish;
    case Language::lithuanian:
      return kLithuanian;
    case Language::basque:
      return kBasque;
    case Language::russian:
      return kRussian;
    case Language::greek:
      return kGreek;
    case Language::arabic:
      return kArabic;
    case Language::persian:
      return kPersian;
    case Language::hebrew:
      return kHebrew;
    case Language::yiddish:
      return kYiddish;
    case Language::hindi:
      return kHindi;
    case Language::nepali:
      return kNepali;
    case Language::armenian:
      return kArmenian;
    case Language::tamil:
      return kTamil;
    case Language::unknown:
      break;
  }
  return {};
}

LanguageSet stop_word_languages(std::string_view word) {
  static const Tables tables;
  const auto found = tables.languages.find(word);
  return found == tables.languages.end() ? 0 : found->second;
}

}  // namespace whosaid::text
