import type { Language } from './languages/language.js'
import { foldWord } from './word-forms.js'

/** The function words of a language, with their accents. */
export function functionWords(language: Language): readonly string[] {
  return lists[language].split(/\s+/)
}

/** Whether a word is a stop word of a language, in any letter case, with or without accents. */
export function isStopWord(word: string, language: Language = 'en'): boolean {
  return stopWordsOf(language).has(word.toLowerCase())
}

const cache = new Map<Language, ReadonlySet<string>>()

/** With and without accents. The Chinese and Japanese words belong to every language. */
function stopWordsOf(language: Language): ReadonlySet<string> {
  const present = cache.get(language)
  if (present) return present
  const words = functionWords(language)
  const stopWords = new Set([...words, ...words.map(foldWord), ...unspaced.split(/\s+/)])
  cache.set(language, stopWords)
  return stopWords
}

/** Function words, auxiliary verbs, and the pieces of contractions and elisions. Norwegian is both Bokmål and Nynorsk. */
const lists: Readonly<Record<Language, string>> = {
  da: `ad af aldrig alle alt altid anden andet andre at bare begge blandt blev blevet bliver blive både da de dem den
    denne der deres derfor derved det dette dig din dine disse dit dog du efter egen eller en end endnu er et få får
    fik fleste flere for fordi forud fra før først gennem gør gøre ham han hans har havde have hele hende hendes her
    hos hun hvad hvem hver hvilke hvilken hvilket hvis hvor hvordan hvorfor hvornår i igen igennem ikke imellem imens
    imod ind ingen intet ja jeg jer jeres jo kan kun kunne lige man mange med meget mellem men mens mere mest mig min
    mindre mine mit mod må måske ned nej noget nogen nogle nok nu når og også om omkring op os over på samme sammen
    samt selv sig sin sine sit skal skulle som så sådan således tidligere til ud uden under var ved vi via vil ville
    vor vore være været`,
  de: `aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus bei
    beim bin bis bist da dabei dadurch dafür daher damit danach dann daran darauf daraus darin darüber darum das dass
    daß davon dazu dein deine deinem deinen deiner deines dem den denen denn der deren derer des deshalb dessen dich
    die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines einige einigen
    einiger einmal er es etwa etwas euch euer eure eurem euren eurer für gegen gewesen hab habe haben habt hat hatte
    hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in indem ins ist ja jede jedem jeden
    jeder jedes jedoch jene jenem jenen jener jenes jetzt kann kannst kein keine keinem keinen keiner keines können
    könnt könnte könnten man manche manchem manchen mancher manches mein meine meinem meinen meiner meines mich mir
    mit muss müssen musste mussten muß nach nachdem nein nicht nichts noch nun nur ob obwohl oder ohne sehr seid sein
    seine seinem seinen seiner seines seit selbst sich sie sind so sobald solche solchem solchen solcher solches soll
    sollen sollte sollten sondern sonst sowie über um und uns unser unsere unserem unseren unserer unseres unter vom
    von vor wann war waren warst warum was weder wegen weil welche welchem welchen welcher welches wem wen wenn wer
    werde werden wessen weshalb wie wieso wieder wieviel will wir wird wirst wo wobei wodurch wofür woher wohin wollen
    wollte wollten womit worauf worden worin worum wovon wurde wurden würde würden während zu zum zur zwar zwischen`,
  en: `a about above after again against all also am an and any are aren as at be because been before being below between
    both but by can cannot could couldn d did didn do does doesn doing don down during each either else ever few for
    from further had hadn has hasn have haven having he her here hers herself him himself his how however i if in into
    is isn it its itself just let ll m me might mightn more most must mustn my myself needn neither no nor not now of
    off on once only or other ought our ours ourselves out over own please re s same shall shan she should shouldn so
    some such t than that the their theirs them themselves then there these they this those through to too under until
    up upon us ve very was wasn we were weren what when where whether which while who whom whose why will with won
    would wouldn yet you your yours yourself yourselves`,
  es: `a además al algo alguien algún alguna algunas alguno algunos ambos ante antes aquel aquella aquellas aquello
    aquellos aquí así aun aún aunque bajo bien cada casi como cómo con conmigo contra cual cuál cuales cuáles
    cualquier cuando cuándo cuanta cuánta cuantas cuánto cuantos cuántos cuya cuyo de debe deben del desde después
    donde dónde dos durante e el él ella ellas ello ellos en entonces entre era eran eras eres es esa esas ese eso
    esos esta está estaba estaban estamos están estar estas este esto estos estoy fue fuera fueron fui ha había habían
    habrá han hasta hay haya he hemos hizo la las le les lo los más me mediante menos mi mía mientras mío mis misma
    mismas mismo mismos mucha muchas mucho muchos muy nada nadie ni ningún ninguna ninguno no nos nosotros nuestra
    nuestras nuestro nuestros o os otra otras otro otros para pero poco por porque pude pudo puede pueden pues que qué
    quien quién quienes quiénes se sea sean según ser será serán sería si sí sido siempre sin sino sobre sois somos
    son soy su sus suya suyo también tampoco tan tanto te tendrá tenemos tener tenía ti tiene tienen toda todas
    todavía todo todos tras tu tú tus u un una unas uno unos usted ustedes va vosotros vuestra vuestro y ya yo`,
  fi: `ei eikä eivät eli ellei emme en enemmän ennen että et ette haluan he heidän heille heitä heti hän häneen hänelle
    hänellä hänen häntä ilman itse ja jo joiden joihin joissa joista joita joka jokainen jokin joko jolla jolle
    jolloin jonka jos jossa josta joskus jota jotka jotta kaikki kaikkia kaikkien kanssa kautta keiden ken kenelle
    kenen kenet ketä ketkä koko koska kuin kuinka kuitenkin kuka kukaan kun kuten me meidän meille meillä meitä mihin
    mikä mikään miksi mikäli millä mille milloin millainen minua minulla minulle minun minut minä missä mistä mitä
    mitkä mitään molemmat monta mukaan mutta muu muut muun myös myöskään mukana ne näiden näihin näin näissä näistä
    näitä nämä niiden niille niin niistä niitä no noin nuo nyt näillä ole olemme olen olet olette oli olin olisi
    olisivat olit olivat olla olleet ollut on onko oman ovat paitsi pitäisi pitää poikki se sekä sellainen sen siellä
    sieltä siihen siinä siis siitä silloin sille sillä silti sinne sinua sinulla sinulle sinun sinut sinä sitä sitten
    te teidän teille teillä teitä tai tällä tällainen tälle tämä tämän tänne tässä tästä tätä täällä tähän tuo tuon
    tuolla tuossa tuota vaan vai vaikka vain voi voidaan voivat välillä yli yhä`,
  fr: `à afin ai aie aient ainsi alors après as au aucun aucune aura aurait auront aussi autre autres aux avaient avais
    avait avant avec avez avoir avons ayant c ça car ce ceci cela celle celles celui ces cet cette ceux chaque chez
    combien comme comment d dans de depuis des donc dont du elle elles en encore entre es est et étaient étais était
    étant été êtes étions être eu eux faire faut font fait fut furent hors il ils j je jusqu jusque l la là laquelle
    le lequel les lesquelles lesquels leur leurs lors lorsque lui m ma mais me même mêmes mes moi moins mon n ne ni
    non nos notre nous on ont ou où par parce pas peu peut peuvent pendant plus pour pourquoi pourrait puis puisque qu
    quand que quel quelle quelles quels quelque quelques qui quoi s sa sans se selon sera serait seront ses seulement
    si sinon soi soient sois soit sommes son sont sous suis sur t ta tandis tant te tes toi ton tous tout toute toutes
    très trop tu un une vers via vos votre vous y`,
  hu: `a abban abból ahhoz ahol ahogy aki akik akkor aként alá alatt által általában ám amely amelyek amelyekben
    amelyeket amelyet amelynek ami amíg amikor amit annak arra arról attól az azért azok azokat azokban azon azonban
    azt aztán azután azzal be bár bármely csak de e ebben ebből eddig egy egyes együtt ehhez ekkor el ellen elé elég
    előtt ennek erre erről ettől és ez ezek ezeket ezen ezért ezt ezután ezzel fel felé fog föl fölött ha hanem hiszen
    hogy hogyan hol honnan hova hozzá ide igen így illetve ill ilyen ilyenkor is itt jól kell kellett keresztül ki
    kívül köré körül között közül le legalább legyen lehet lehetett lenne lenni lesz lett ma már meg még mely melyek
    melyik mennyi mert mi mint míg mikor milyen minden mindig mit mivel mögött most mindenki nagyon ne néha nekem neki
    nem nélkül nincs ő ők őket olyan össze ott pedig persze s saját se sem semmi soha során sok számára szerint szét
    tehát tovább továbbá többi úgy után utána ugyanis vagy vagyis vagyok valaki valamely valami valamint van vannak
    végül vele vissza viszont volna volt voltak`,
  it: `a abbia abbiamo abbiano ad agli ai al alcun alcune alcuni all alla alle allo allora altra altre altri altro anche
    ancora anzi avere aveva avevano avete avrà avrebbe avuto c che chi ci ciò cioè co coi col come con contro cosa
    così cui d da dagli dai dal dall dalla dalle dallo degli dei del dell della delle dello deve devono di dopo dov
    dove due dunque durante e è ed egli ella era erano essa esse essere essi esso fa fra fu furono già gli ha hai
    hanno ho i il in invece io l la là le lei li lì lo loro lui ma me mentre mi mia mie miei mio molta molte molti
    molto ne né negli nei nel nell nella nelle nello nessun nessuna nessuno noi non nostra nostre nostri nostro o od
    ogni ognuno oltre oppure per perché però più poi poiché possono prima proprio può pur qual quale quali quando
    quanta quante quanti quanto quell quella quelle quelli quello quest questa queste questi questo qui quindi s sarà
    saranno sarebbe se sé sei senza si sia siamo siano siete solo sono sopra sotto sta stata state stati stato stessa
    stesse stessi stesso su sua sue sugli sui sul sull sulla sulle sullo suo suoi tali tale tra tu tua tue tuo tuoi
    tutta tutte tutti tutto un una uno v vi voi vostra vostre vostri vostro`,
  nl: `aan achter al alle alleen alles als altijd ander andere anders ben bent bij binnen daar daarmee daarna daarom dan
    dat de der deze die dit doch doen door dus een één echter eens elk elke en enige er erg ervan ge geen geweest had
    hadden heb hebben hebt heeft hem hen het hier hij hoe hoeveel hun iemand iets ik in indien is ja je jij jou jouw
    jullie kan kon konden kun kunnen maar me meer men met mij mijn moest moet moeten na naar nadat nee niet niets nog
    nu of om omdat onder ons onze ook op over reeds sinds te tegen ten ter terwijl toch toen tot tussen u uit uw vaak
    van vanaf veel via volgens voor voordat waar waarbij waarin waarmee waarom waarop wanneer want waren was wat we
    weer wegens welk welke werd werden wie wiens wij wil word worden wordt zal ze zeer zelf zich zichzelf zij zijn zo
    zoals zodat zonder zou zouden zullen`,
  no: `aldri alle alltid alt altså andre annen annet at av bare begge ble blei bli blir blitt blant både båe da de dei
    deg dem den denne der dere deres derfor dersom det dette di din disse ditt dykk du då eg ein eit ei eller en enda
    enn er et etter få får fikk finnes flere for fordi fra før først gjennom gjør gjøre ha hadde han hans har henne
    hennes her hjå ho hos hun hva hvem hver hvilke hvilken hvilket hvis hvor hvordan hvorfor i igjen ikke ikkje ingen
    inn inni ja jeg kan korleis kun kunne kva kvar kven kvifor lik man mange med meg meget mellom men mens mer mest mi
    min mine mitt mot mye mykje må måtte nei noe noen noko nokon nokre nok når nå og også om omkring opp oss over på
    samme sammen seg selv si sia siden sin sine sitt skal skulle slik som så til um under ut uten vart vår våre var
    ved vere vert vi via vil ville være vært`,
  pt: `a à agora ainda além algo alguém algum alguma algumas alguns ambos ante antes ao aos apenas após aquela aquelas
    aquele aqueles aquilo as às assim até cada com como contra contudo cuja cujo da daquela daquele das de dela delas
    dele deles depois desde dessa dessas desse desses desta destas deste destes deve devem disso disto do dos durante
    e é ela elas ele eles em embora enquanto entre era eram essa essas esse esses esta está estamos estão estar estas
    estava estavam este esteja estes eu foi foram for fosse há haver havia isso isto já la lhe lhes lo logo mais mas
    me menos mesma mesmas mesmo mesmos meu meus mim minha minhas muita muitas muito muitos na nada não nas nela nele
    nem nenhum nenhuma nessa nesse nesta neste no nos nós nossa nossas nosso nossos num numa nunca o onde ou outra
    outras outro outros para pela pelas pelo pelos per perante pode podem pois por porém porque porquê portanto pouco
    qual quais qualquer quando quanta quantas quanto quantos que quê quem são se seja sejam sem sempre sendo ser será
    serão seria seu seus si sido só sob sobre sou sua suas também tampouco tal tanto te tem têm temos tenha ter teu
    teus tinha tinham toda todas todavia todo todos tu tua tuas tudo um uma umas uns vai você vocês vos`,
  ro: `a abia acea aceasta această aceea aceeași acei aceia acel acela același acele acelea acest acesta aceste acestea
    acestei acestor acestora acestui acești aceștia acolo acum ai aici aia al ale alt alta altă alte altele alți altul
    am ar are așa asta astfel asupra atât atunci au avea avem aveți avut că căci când care căror către căreia căruia
    cât câte câți ce cea cei cel cele celei celor celui ceva chiar ci cine cineva cu cum cumva da dacă dar dat de deci
    decât deja deoarece deși despre din dintr dintre doar după ea ei el ele era erau este eu face fără fi fie fiecare
    fiind fost foarte iar îi îl îmi în înainte încă încât între îți într întrucât își la le li lor lui mai mea mei
    mele meu mi mult multe mulți mă ne nici nimic niște noi noastră noastre nostru noștri nu o or ori orice oricum pe
    pentru până peste poate pot prea prin printr printre sa să săi sale sau se sub sunt spre sunteți suntem și său ta
    tale tău te toate toată tot toți totuși tu un una unde unei unele uneori unii unor unul unui va vă vei veți
    voastră voi vom vor voștri vostru vreo vreun`,
  ru: `а без более бы был была были было быть в вам вами вас ваш ваша ваше ваши весь во вот все всё всего всей всем всех
    всю вы где да даже для до его её ее ей ему если есть еще ещё ж же за здесь и из или им ими их к каждый как какая
    какие какой какого когда ко которая которое которого которой котором которому которую которые который которым
    которых кто куда ли либо лишь между меня мне мной многие может можно мой моя мои моё мы на над надо нам нами нас
    наш наша наше наши не него неё нее ней нельзя нем нём нет ни нибудь них ничего но ну о об оба один одна однако
    одно он она они оно от откуда очень перед по под пока после потом потому почему почти при про пусть раз с сам сама
    сами само свое своё своего своей свои своих свой свою себе себя сейчас со сколько собой так также такая такие
    такое такой там те тебе тебя тем теперь то тобой тогда того тоже той только том тому тот тою ту тут ты тех у уже
    хотя чего чей чем чему через что чтоб чтобы чьё чья эта эти этим этими этих это этого этой этом этому этот эту я`,
  sv: `aldrig alla allt alltid än ännu andra är åt att av bara blev bli blir blivit både båda de dem den denna deras dess
    dessa det detta dig din dina ditt du då där därför efter eftersom ej eller en enligt er era ert ett få får fick
    finns för före från genom han hans har hade hela henne hennes hon honom hos hur här i icke inför ingen inget inga
    innan inom inte ja jag kan kunde kunna man med medan mellan men mera mest mig min mina mitt mot mycket måste
    möjligt ned nej ni nog nu när någon något några nån och också om oss på per redan samma samt sedan ser sig sin
    sina sitta sitt själv ska skall skulle som så sådan sådana sådant till trots under upp ut utan vad var vara
    varandra vare varför varit varje vars vart vem vems vi vid vilka vilken vilket vill vår våra vårt över`,
  tr: `acaba ama ancak arada ayrıca bana başka bazı belki ben benden beni benim beri bile bir biraz biri birkaç birçok
    biz bizden bize bizi bizim böyle böylece bu buna bunda bundan bunlar bunları bunların bunu bunun burada bütün çok
    çoğu çünkü da daha dahi de defa değil diğer diye dolayı dolayısıyla eğer en fakat gibi göre hangi hani hatta hem
    henüz hep hepsi her herhangi herkes hiç hiçbir için ile ilgili ise işte kaç kadar karşı karşın kendi kendine
    kendini kendisi ki kim kimden kime kimi kimin kimse mi mı mu mü nasıl ne neden nedenle nerede nereden nereye niçin
    niye o olan olarak oldu olduğu olduğunu olmak olması olmayan olmaz olsa olsun olup olur on ona ondan onlar onlara
    onlardan onları onların onu onun oysa öyle pek rağmen sadece sanki sen senden seni senin siz sizden size sizi
    sizin sonra şey şu şuna şunlar şunu tarafından tüm üzere var ve veya ya yani yapılan yapılması yerine yine yoksa
    zaten`,
}

/** Chinese, simplified and traditional, and Japanese: particles, pronouns, auxiliaries and question words. */
const unspaced = `的 了 是 在 和 与 與 或 及 等 也 都 就 而 着 著 过 過 吗 嗎 呢 吧 啊 哦 把 被 对 對 为 為 从 從 到 由 于 於 以
  之 其 所 则 則 但 不 没 沒 没有 沒有 有 很 还 還 又 再 这 這 那 这个 這個 那个 那個 这些 這些 那些 这里 這裡
  那里 那裡 我 你 他 她 它 我们 我們 你们 你們 他们 他們 她们 她們 自己 您 咱们 什么 什麼 甚麼 谁 誰 哪 哪个 哪個
  哪里 哪裡 哪些 哪一 哪位 怎么 怎麼 怎样 怎樣 如何 为什么 為什麼 为何 為何 何 何时 何時 几 幾 多少 多 是否
  是什么 是什麼 请问 請問 可以 会 會 能 要 让 讓 给 給 向 跟 个 個 一个 一個 时候 時候 时 時 は が の を に へ と
  で も や か ね よ から まで より など だけ ので のに けど でも です ます した して する され さ れ れる ある
  いる なる こと もの ため よう という これ それ あれ どれ この その あの どの ここ そこ あそこ どこ だれ 誰 何
  なに なん いつ なぜ どう どうして どんな いくつ いくら でしょう ました ません ない たい て た だ な い う`
