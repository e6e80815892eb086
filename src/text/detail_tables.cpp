#include "text/detail_tables.h"

namespace whosaid::text {
namespace {

constexpr LanguageSet kEnglish = bit(Language::english);
constexpr LanguageSet kGerman = bit(Language::german);
constexpr LanguageSet kFrench = bit(Language::french);
constexpr LanguageSet kSpanish = bit(Language::spanish);
constexpr LanguageSet kItalian = bit(Language::italian);
constexpr LanguageSet kPortuguese = bit(Language::portuguese);
constexpr LanguageSet kRussian = bit(Language::russian);
constexpr LanguageSet kArabic = range(Language::arabic, Language::persian);
constexpr LanguageSet kHebrew = range(Language::hebrew, Language::yiddish);
constexpr LanguageSet kHindi = range(Language::hindi, Language::nepali);
constexpr LanguageSet kNoSpaces = 0;

// One is an article in most languages and no number here.
constexpr DetailTable kTables[] = {
    {kEnglish, DetailKind::number,
     "0:zero 1:first 2:two,second 3:three,third 4:four,fourth 5:five,fifth 6:six,sixth "
     "7:seven,seventh 8:eight,eighth 9:nine,ninth 10:ten,tenth 11:eleven,eleventh "
     "12:twelve,twelfth,dozen 13:thirteen 14:fourteen 15:fifteen 16:sixteen 17:seventeen "
     "18:eighteen 19:nineteen 20:twenty,twentieth 30:thirty,thirtieth 40:forty 50:fifty "
     "60:sixty 70:seventy 80:eighty 90:ninety"},
    {kEnglish, DetailKind::scale, "100:hundred 1000:thousand 1000000:million 1000000000:billion"},
    {kEnglish, DetailKind::date,
     "mon:monday,mon tue:tuesday,tue,tues wed:wednesday thu:thursday,thu,thur,thurs fri:friday,fri "
     "sat:saturday sun:sunday jan:january,jan feb:february,feb mar:march apr:april,apr may:may "
     "jun:june jul:july aug:august,aug sep:september,sep,sept oct:october,oct nov:november,nov "
     "dec:december,dec today:today tonight:tonight tomorrow:tomorrow yesterday:yesterday "
     "next:next last:last,previous morning:morning,mornings afternoon:afternoon,afternoons "
     "evening:evening,evenings night:night,nights noon:noon,midday midnight:midnight "
     "weekend:weekend,weekends week:week,weeks,weekly month:month,months,monthly "
     "year:year,years,yearly hour:hour,hours minute:minute,minutes spring:spring summer:summer "
     "autumn:autumn winter:winter"},
    {kEnglish, DetailKind::negation,
     "without:not,no,never,dont,doesnt,didnt,cant,cannot,couldnt,wont,wouldnt,isnt,arent,aint,"
     "wasnt,werent,hasnt,havent,hadnt,shouldnt,mustnt,neednt,without,nobody,nothing,nowhere,none,"
     "neither,nor,hardly,barely,scarcely"},
    {kEnglish, DetailKind::choice,
     "who.i:i,me,my,mine,myself who.you:you,your,yours,yourself who.he:he,him,his,himself "
     "who.she:she,her,hers,herself who.we:we,us,our,ours,ourselves "
     "who.they:they,them,their,theirs,themselves side.on:on side.off:off way.in:in,into "
     "way.out:out rank.more:more rank.less:less,fewer order.before:before order.after:after"},
    {kEnglish, DetailKind::filler,
     "-:really,actually,quite,indeed,please,simply,basically,totally,absolutely,oclock,might"},
    {kEnglish, DetailKind::joint, "-:and,or"},

    {kGerman, DetailKind::number,
     "0:null 1:eins,erste,ersten,erster 2:zwei,zweite,zweiten,zweiter,zwo "
     "3:drei,dritte,dritten,dritter 4:vier,vierte,vierten 5:funf,funfte,funften "
     "6:sechs,sechste,sechsten 7:sieben,siebte,siebten 8:acht,achte,achten "
     "9:neun,neunte,neunten 10:zehn,zehnte,zehnten 11:elf,elfte,elften "
     "12:zwolf,zwolfte,zwolften,dutzend 13:dreizehn 14:vierzehn 15:funfzehn 16:sechzehn "
     "17:siebzehn 18:achtzehn 19:neunzehn 20:zwanzig 30:dreissig 40:vierzig 50:funfzig "
     "60:sechzig 70:siebzig 80:achtzig 90:neunzig"},
    {kGerman, DetailKind::scale,
     "100:hundert,einhundert 1000:tausend,eintausend 1000000:million,millionen "
     "1000000000:milliarde,milliarden"},
    {kGerman, DetailKind::date,
     "mon:montag,montags tue:dienstag,dienstags wed:mittwoch,mittwochs "
     "thu:donnerstag,donnerstags fri:freitag,freitags sat:samstag,samstags,sonnabend "
     "sun:sonntag,sonntags jan:januar,janner feb:februar mar:marz apr:april may:mai jun:juni "
     "jul:juli aug:august sep:september oct:oktober nov:november dec:dezember today:heute "
     "tomorrow:morgen,morgens yesterday:gestern +2:ubermorgen -2:vorgestern "
     "next:nachste,nachsten,nachster,nachstes last:letzte,letzten,letzter,letztes,vorige,vorigen "
     "noon:mittag,mittags forenoon:vormittag,vormittags afternoon:nachmittag,nachmittags "
     "evening:abend,abends night:nacht,nachts midnight:mitternacht weekend:wochenende "
     "week:woche,wochen month:monat,monate,monaten,monats year:jahr,jahre,jahren,jahres "
     "hour:stunde,stunden minute:minute,minuten spring:fruhling,fruhjahr summer:sommer "
     "autumn:herbst winter:winter"},
    {kGerman, DetailKind::negation,
     "without:nicht,kein,keine,keinen,keinem,keiner,keines,nie,niemals,niemand,niemanden,niemandem,"
     "nichts,nirgends,nirgendwo,ohne,weder,kaum,nein"},
    {kGerman, DetailKind::choice,
     "who.i:ich,mich,mir,mein,meine,meinen,meinem,meiner,meines "
     "who.you:du,dich,dir,dein,deine,deinen,deinem,deiner,deines "
     "who.he:er,ihn,ihm,sein,seine,seinen,seinem,seiner,seines "
     "who.she:sie,ihr,ihre,ihren,ihrem,ihrer,ihres who.we:wir,uns,unser,unsere,unseren,unserem "
     "side.on:an side.off:aus order.before:vor order.after:nach rank.more:mehr "
     "rank.less:weniger"},
    {kGerman, DetailKind::filler,
     "-:wirklich,eigentlich,ganz,echt,tatsachlich,bitte,einfach,total,uhr,mal,eben,halt,gerade,man,"
     "wurde,"
     "wurden,worden,werden,hatten,hast,habt,soll"},
    {kGerman, DetailKind::joint, "-:und,oder"},

    {kFrench, DetailKind::number,
     "0:zero 1:premier,premiere 2:deux,deuxieme 3:trois,troisieme 4:quatre 5:cinq 6:six 7:sept "
     "8:huit 9:neuf 10:dix 11:onze 12:douze,douzaine 13:treize 14:quatorze 15:quinze 16:seize "
     "20:vingt,vingts 30:trente 40:quarante 50:cinquante 60:soixante 70:septante 80:huitante "
     "90:nonante"},
    {kFrench, DetailKind::scale,
     "100:cent,cents 1000:mille 1000000:million,millions 1000000000:milliard,milliards"},
    {kFrench, DetailKind::date,
     "mon:lundi,lundis tue:mardi,mardis wed:mercredi,mercredis thu:jeudi,jeudis "
     "fri:vendredi,vendredis sat:samedi,samedis sun:dimanche,dimanches jan:janvier feb:fevrier "
     "mar:mars apr:avril may:mai jun:juin jul:juillet aug:aout sep:septembre oct:octobre "
     "nov:novembre dec:decembre today:aujourdhui tomorrow:demain yesterday:hier "
     "next:prochain,prochaine last:dernier,derniere morning:matin,matins,matinee "
     "afternoon:apresmidi evening:soir,soirs,soiree night:nuit,nuits noon:midi midnight:minuit "
     "week:semaine,semaines month:mois year:an,ans,annee,annees hour:heure,heures "
     "minute:minute,minutes spring:printemps autumn:automne winter:hiver"},
    {kFrench, DetailKind::negation,
     "not:ne never:pas,jamais,rien,aucun,aucune,guere,nulle without:non,sans,ni"},
    {kFrench, DetailKind::choice,
     "who.i:je,j,me,moi,mon,ma,mes who.you:tu,te,toi,ton,ta,tes,vous,votre,vos who.he:il "
     "who.she:elle who.we:nous,notre,nos who.they:ils,elles,leur,leurs order.before:avant "
     "order.after:apres rank.more:plus rank.less:moins"},
    {kFrench, DetailKind::filler,
     "-:vraiment,tres,bien,donc,alors,simplement,tellement,ete,suis,sommes,etes,cela,ca"},
    {kFrench, DetailKind::joint, "-:et,ou"},

    {kSpanish, DetailKind::number,
     "0:cero 1:primero,primera,primer 2:dos,segundo,segunda 3:tres,tercero,tercera,tercer "
     "4:cuatro 5:cinco 6:seis 7:siete 8:ocho 9:nueve 10:diez 11:once 12:doce,docena 13:trece "
     "14:catorce 15:quince 16:dieciseis 17:diecisiete 18:dieciocho 19:diecinueve 20:veinte "
     "21:veintiuno,veintiun 22:veintidos 23:veintitres 24:veinticuatro 25:veinticinco "
     "26:veintiseis 27:veintisiete 28:veintiocho 29:veintinueve 30:treinta 40:cuarenta "
     "50:cincuenta 60:sesenta 70:setenta 80:ochenta 90:noventa 200:doscientos,doscientas "
     "300:trescientos,trescientas 400:cuatrocientos 500:quinientos,quinientas 600:seiscientos "
     "700:setecientos 800:ochocientos 900:novecientos"},
    {kSpanish, DetailKind::scale, "100:cien,ciento 1000:mil 1000000:millon,millones"},
    {kSpanish, DetailKind::date,
     "mon:lunes tue:martes wed:miercoles thu:jueves fri:viernes sat:sabado,sabados "
     "sun:domingo,domingos jan:enero feb:febrero mar:marzo apr:abril may:mayo jun:junio jul:julio "
     "aug:agosto sep:septiembre,setiembre oct:octubre nov:noviembre dec:diciembre today:hoy "
     "tomorrow:manana,mananas yesterday:ayer -2:anteayer next:proximo,proxima "
     "last:pasado,pasada,ultimo,ultima afternoon:tarde,tardes night:noche,noches noon:mediodia "
     "midnight:medianoche week:semana,semanas month:mes,meses year:ano,anos hour:hora,horas "
     "minute:minuto,minutos spring:primavera summer:verano autumn:otono winter:invierno"},
    {kSpanish, DetailKind::negation,
     "not:no never:nunca,jamas,nada,nadie,ningun,ninguno,ninguna without:sin,ni,tampoco"},
    {kSpanish, DetailKind::choice,
     "who.i:yo,me,mi,mis who.you:tu,tus,te,usted who.we:nosotros,nos "
     "order.before:antes order.after:despues rank.more:mas rank.less:menos"},
    {kSpanish, DetailKind::filler, "-:realmente,muy,mucho,simplemente,pues,bien"},
    {kSpanish, DetailKind::joint, "-:y,e,o,u"},

    {kItalian, DetailKind::number,
     "0:zero 1:primo,prima 2:due,secondo,seconda 3:tre,terzo,terza 4:quattro 5:cinque 6:sei "
     "7:sette 8:otto 9:nove 10:dieci 11:undici 12:dodici 13:tredici 14:quattordici 15:quindici "
     "16:sedici 17:diciassette 18:diciotto 19:diciannove 20:venti 25:venticinque 30:trenta "
     "40:quaranta 50:cinquanta 60:sessanta 70:settanta 80:ottanta 90:novanta"},
    {kItalian, DetailKind::scale, "100:cento 1000:mille,mila 1000000:milione,milioni"},
    {kItalian, DetailKind::date,
     "mon:lunedi tue:martedi wed:mercoledi thu:giovedi fri:venerdi sat:sabato sun:domenica "
     "jan:gennaio feb:febbraio mar:marzo apr:aprile may:maggio jun:giugno jul:luglio aug:agosto "
     "sep:settembre oct:ottobre nov:novembre dec:dicembre today:oggi tomorrow:domani "
     "yesterday:ieri next:prossimo,prossima last:scorso,scorsa,ultimo,ultima "
     "morning:mattina,mattino afternoon:pomeriggio evening:sera night:notte noon:mezzogiorno "
     "midnight:mezzanotte week:settimana,settimane month:mese,mesi year:anno,anni hour:ora,ore "
     "minute:minuto,minuti"},
    {kItalian, DetailKind::negation,
     "not:non never:mai,niente,nulla,nessuno,nessun,nessuna without:no,senza,neanche"},
    {kItalian, DetailKind::choice,
     "who.i:io,mio,mia,miei,mie who.you:tu,tuo,tua who.we:noi,nostro,nostra rank.more:piu "
     "rank.less:meno"},
    {kItalian, DetailKind::joint, "-:e,ed,o"},

    {kPortuguese, DetailKind::number,
     "0:zero 1:primeiro,primeira 2:dois,duas 3:tres 4:quatro 5:cinco 6:seis 7:sete 8:oito 9:nove "
     "10:dez 11:onze 12:doze 13:treze 14:catorze,quatorze 15:quinze 16:dezesseis,dezasseis "
     "17:dezessete,dezassete 18:dezoito 19:dezenove,dezanove 20:vinte 30:trinta 40:quarenta "
     "50:cinquenta 60:sessenta 70:setenta 80:oitenta 90:noventa"},
    {kPortuguese, DetailKind::scale, "100:cem,cento 1000:mil 1000000:milhao,milhoes"},
    {kPortuguese, DetailKind::date,
     "mon:segunda tue:terca wed:quarta thu:quinta fri:sexta sat:sabado sun:domingo jan:janeiro "
     "feb:fevereiro mar:marco apr:abril may:maio jun:junho jul:julho aug:agosto sep:setembro "
     "oct:outubro nov:novembro dec:dezembro today:hoje tomorrow:amanha yesterday:ontem "
     "next:proximo,proxima last:passado,passada,ultimo,ultima morning:manha afternoon:tarde "
     "night:noite week:semana,semanas month:mes,meses year:ano,anos hour:hora,horas"},
    {kPortuguese, DetailKind::negation,
     "not:nao never:nunca,jamais,nada,ninguem,nenhum,nenhuma without:sem,nem"},
    {kPortuguese, DetailKind::choice,
     "who.i:eu,me,meu,minha who.you:tu,voce,teu,tua who.he:ele,dele who.she:ela,dela "
     "who.we:nosso,nossa rank.more:mais rank.less:menos"},
    {kPortuguese, DetailKind::joint, "-:e,ou"},

    {bit(Language::dutch), DetailKind::negation, "without:niet,geen,nooit,zonder,niets,niemand"},
    {bit(Language::swedish), DetailKind::negation, "without:inte,aldrig,utan,ingen,inget"},
    {bit(Language::danish), DetailKind::negation, "without:ikke,aldrig,uden,ingen,intet"},
    {bit(Language::norwegian), DetailKind::negation, "without:ikke,aldri,uten,ingen,ikkje"},
    {bit(Language::finnish), DetailKind::negation, "without:ei,eivat,emme,ilman"},
    {bit(Language::polish), DetailKind::negation, "not:nie never:nigdy,nikt,nic without:bez"},
    {bit(Language::hungarian), DetailKind::negation, "without:nem,nincs,sem,soha"},
    {bit(Language::romanian), DetailKind::negation, "not:nu never:niciodata,nimic without:fara"},
    {bit(Language::turkish), DetailKind::negation, "without:degil,yok,hayir,asla"},
    {bit(Language::catalan), DetailKind::negation, "not:no never:mai,res without:sense"},
    {bit(Language::indonesian), DetailKind::negation, "without:tidak,bukan,tanpa,belum"},
    {bit(Language::lithuanian), DetailKind::negation, "without:nera,niekada,be"},
    {bit(Language::basque), DetailKind::negation, "without:ez,inoiz"},
    {bit(Language::greek), DetailKind::negation, "without:δεν,μην,οχι,ποτε,χωρισ"},
    {kArabic, DetailKind::negation, "without:لا,لم,لن,ليس,ليست,بدون,غير,نه,نيست"},
    {kHebrew, DetailKind::negation, "without:לא,אין,בלי,אף"},
    {kHindi, DetailKind::negation, "without:नहीं,मत,बिना"},

    {kRussian, DetailKind::number,
     "0:ноль 1:первый,первая,первое,первого 2:два,две,двух,второй,второе,второго "
     "3:три,трех,третий,третье,третьего 4:четыре,четырех,четвертый,четвертого "
     "5:пять,пяти,пятый,пятого 6:шесть,шести,шестой,шестого 7:семь,семи,седьмой,седьмого "
     "8:восемь,восьми,восьмой,восьмого 9:девять,девяти,девятый,девятого "
     "10:десять,десяти,десятый,десятого 11:одиннадцать 12:двенадцать 13:тринадцать "
     "14:четырнадцать 15:пятнадцать 16:шестнадцать 17:семнадцать 18:восемнадцать "
     "19:девятнадцать 20:двадцать,двадцатого 30:тридцать,тридцатого 40:сорок 50:пятьдесят "
     "60:шестьдесят 70:семьдесят 80:восемьдесят 90:девяносто 200:двести 300:триста "
     "400:четыреста 500:пятьсот 600:шестьсот 700:семьсот 800:восемьсот 900:девятьсот"},
    {kRussian, DetailKind::scale,
     "100:сто 1000:тысяча,тысячи,тысяч 1000000:миллион,миллиона,миллионов"},
    {kRussian, DetailKind::date,
     "mon:понедельник,понедельникам tue:вторник,вторникам wed:среда,среду,средам "
     "thu:четверг,четвергам fri:пятница,пятницу,пятницам sat:суббота,субботу,субботам "
     "sun:воскресенье,воскресеньям jan:январь,января,январе feb:февраль,февраля,феврале "
     "mar:март,марта,марте apr:апрель,апреля,апреле may:май,мая,мае jun:июнь,июня,июне "
     "jul:июль,июля,июле aug:август,августа,августе sep:сентябрь,сентября,сентябре "
     "oct:октябрь,октября,октябре nov:ноябрь,ноября,ноябре dec:декабрь,декабря,декабре "
     "today:сегодня tomorrow:завтра yesterday:вчера +2:послезавтра -2:позавчера "
     "next:следующий,следующую,следующем last:прошлый,прошлую,прошлой,прошлом "
     "morning:утро,утром,утра day:днем evening:вечер,вечером,вечера night:ночь,ночью,ночи "
     "noon:полдень midnight:полночь week:неделя,недели,неделю,недель,неделе "
     "month:месяц,месяца,месяцев,месяце year:год,года,лет,году hour:час,часа,часов "
     "minute:минута,минуты,минут,минуту"},
    {kRussian, DetailKind::negation,
     "not:не,нет,нельзя never:никогда,никто,никого,ничего,ничто,никакой,нигде without:без,ни"},
    {kRussian, DetailKind::choice,
     "who.i:я,меня,мне,мой,моя,мое,мои,моего,моей who.you:ты,тебя,тебе,твой,твоя,вы,вас,вам,ваш "
     "who.he:он,его,ему who.she:она,ее,ей who.we:мы,нас,нам,наш,наша who.they:они,их,им "
     "order.before:до,перед order.after:после rank.more:больше rank.less:меньше"},
    {kRussian, DetailKind::filler, "-:очень,действительно,просто,ведь"},
    {kRussian, DetailKind::joint, "-:и,или"},

    // Chinese and Japanese.
    {kNoSpaces, DetailKind::negation,
     "without:不,没,沒,非,无,無,未,勿,别,ない,なかった,なくて,なければ,ません,ずに,なし"},
    {kNoSpaces, DetailKind::date,
     "mon:月曜日,月曜,星期一,周一,週一,礼拜一 tue:火曜日,火曜,星期二,周二,週二,礼拜二 "
     "wed:水曜日,水曜,星期三,周三,週三,礼拜三 thu:木曜日,木曜,星期四,周四,週四,礼拜四 "
     "fri:金曜日,金曜,星期五,周五,週五,礼拜五 sat:土曜日,土曜,星期六,周六,週六,礼拜六 "
     "sun:日曜日,日曜,星期日,星期天,周日,週日,周天,礼拜天 today:今日,今天,きょう,本日 "
     "tomorrow:明日,明天,あした,あす yesterday:昨日,昨天,きのう +2:明後日,后天,後天,あさって "
     "-2:一昨日,前天,おととい w0:今週,这周,本周,这个星期 w+1:来週,下周,下週,下个星期 "
     "w-1:先週,上周,上週,上个星期 m0:今月,这个月,本月 m+1:来月,下个月,下月 m-1:先月,上个月,上月 "
     "y0:今年 y+1:来年,明年 y-1:去年,昨年 tonight:今夜,今晩,今晚 morning:朝,早上,上午,早晨,午前 "
     "afternoon:午後,下午 noon:昼,中午,正午 evening:夕方,傍晚,晚上,晩 night:夜,夜里 "
     "week:週間 month:ヶ月,か月,个月 year:年 hour:時間,小时,小時 minute:分钟,分鐘"},
    {kNoSpaces, DetailKind::filler,
     "-:とても,本当に,ほんとうに,すごく,非常に,非常,真的,很,十分に,"
     "です,でした,でしょう,だった,だ,である,ます,ました,ましょう,ませ,ている,ています,ていた,"
     "ていました,って,て,た,で,は,が,を,に,へ,と,も,の,や,から,まで,より,か,ね,よ,な,さん,こと,"
     "もの,それ,これ,あれ,その,この,あの,という,する,します,しました,した,して,いる,います,いた,"
     "ある,あり,あります,あった,では,じゃ,かった,くない,ので,けど,ほう,ください,"
     "的,了,已经,已,吗,嗎,呢,吧,啊,是,在,也,都,就,着,得,个,個,把,被,给,給"},
    {kNoSpaces, DetailKind::joint, "-:和,跟,与,與"},
    {kNoSpaces, DetailKind::counter,
     "-:時,时,点,點,分,秒,日,月,年,週,周,歳,岁,歲,人,名,匹,只,隻,本,枚,台,個,个,回,次,冊,册,階,层,"
     "号,號,円,元,块,塊,度,度目,杯,軒,頭,头,か月,ヶ月,カ月,つ,시,명,개,마리,살,월,년,일,분,원,번,"
     "층,잔,권,주,달,시간"},

    // Korean: whole words, or what words begin with.
    {kNoSpaces, DetailKind::date,
     "mon:월요일 tue:화요일 wed:수요일 thu:목요일 fri:금요일 sat:토요일 sun:일요일 today:오늘 "
     "tomorrow:내일 yesterday:어제 +2:모레 -2:그저께,그제 next:다음 last:지난 morning:아침,오전 "
     "afternoon:오후 noon:점심,정오 evening:저녁 night:밤 weekend:주말 w0:이번 week:주일 "
     "y+1:내년 y-1:작년 y0:올해"},
    {kNoSpaces, DetailKind::negation, "without:없,않,아니,아닙,못,마세요"},
    {kNoSpaces, DetailKind::number,
     "1:하나,한 2:둘,두 3:셋,세 4:넷,네 5:다섯 6:여섯 7:일곱 8:여덟 9:아홉 10:열 20:스물,스무 "
     "30:서른 40:마흔 50:쉰"},
    {kNoSpaces, DetailKind::ending,
     "noun:에서는,에게서,으로는,에서,에게,한테,까지,부터,보다,처럼,으로,이랑,하고,에는,은,는,이,가,"
     "을,"
     "를,에,의,도,만,로,와,과,랑,씨,님,입니다,이에요,예요,에요 "
     "verb:었습니다,았습니다,습니다,니다,었어요,았어요,어요,아요,었다,았다,는다,다,요,지,고,어,아,"
     "여"},
};

}  // namespace

std::span<const DetailTable> detail_tables() { return kTables; }

}  // namespace whosaid::text
