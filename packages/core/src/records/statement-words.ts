import { stemWord } from '@recallite/keyword'

/**
 * `be`: between a subject and its value; `at`: before a place; `stay`: a verb before a place; `change`: says that something changed; `not`:
 * negates; `light`: adds nothing to the word after it.
 */
const lists = {
  unit: `seconds minute hour day week month year ms kb mb gb tb sekunde stunde tag woche monat jahr día hora semana jour heure semaine`,
  number: `once twice one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty hundred first second third fourth fifth sixth seventh eighth ninth tenth fifteenth twentieth thirtieth
    zwei drei vier fünf sechs sieben acht neun zehn zwölf ersten zweiten dritten dos tres cuatro cinco seis siete ocho diez
    deux trois quatre cinq six sept huit neuf dix`,
  time: `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october
    november december morning afternoon evening night noon midnight weekend daily weekly monthly yearly quarterly hourly nightly spring
    summer autumn winter weekdays biweekly montag dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags mittwochs
    donnerstags freitags samstags sonntags januar februar märz mai juni juli oktober dezember morgens abends täglich wöchentlich
    monatlich lunes martes miércoles jueves viernes sábado sábados domingo domingos enero febrero marzo abril mayo junio julio
    agosto septiembre octubre noviembre diciembre lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril
    juin juillet août septembre octobre novembre décembre 上午 下午 早上 晚上 每天 每周 每月`,
  colour: `red green blue yellow black white grey gray brown orange purple pink beige turquoise silver rot grün blau gelb schwarz weiß grau
    rojo roja verde azul amarillo negro negra blanco blanca gris rouge vert verte bleu bleue jaune noir noire blanc blanche
    红色 绿色 蓝色 黄色 黑色 白色`,
  be: `is are be been stay stays becomes became remains equals : = ist sind wird bleibt es son está están sigue est sont 是 为`,
  at: `at in on to into under behind near with beside above below im auf am bei unter nach zu en a à au aux dans sur 到`,
  stay: `licensed formatted live based located stored kept hosted situated mounted placed parked sits written held work keep called named resides wohnt liegt lebt steht heißt llama appelle ubicado
    ubicada vive situé situee habite runs 在 住 位于`,
  change: `now new change changed delayed moved switched migrated replaced updated upgraded raised increased decreased lowered went go rose
    dropped cut pushed extended reduced rotated corrected bumped instead longer anymore again relocated renamed turned transferred rescheduled postponed took over since actually
    rather rewritten jetzt nun neu neue neuer neues mehr geändert gewechselt umgezogen gestiegen gesunken verschoben sondern
    stattdessen ahora nuevo nueva cambió mudó trasladó subió bajó pasó maintenant désormais nouveau nouvelle changé passé
    déménagé plus up down 现在 改到 改为 改成 搬到 搬至 换成 变成 改用 新`,
  not: `not no never without none cannot stopped stop forbidden avoid nicht kein keine keinen keiner keinem nie niemals ohne nunca jamás sin
    ne pas jamais sans 不 不再 没 沒 無 无 别`,
  light: `dr mr mrs ms prof frau herr señor señora madame monsieur cost price 用 de du des la le les el los las un una une se fue wurde wurden der das dem den ein eine einen happen occur take place get make have has do does use need require must should set always primary our my please times last next ago recently planned scheduled due expected`,
}

/** The kind of a word in one of the lists. */
export type ListedKind = keyof typeof lists

const irregularStems = new Map(
  Object.entries({
    built: 'build',
    led: 'lead',
    owner: 'own',
    held: 'hold',
    kept: 'keep',
    ran: 'run',
    sent: 'send',
    wrote: 'write',
  }),
)

/** The same text for all forms of a word in lower case. */
export function keyOf(word: string): string {
  const stems = word.split('-').map((part) => stemWord(part))
  return irregularStems.get(word) ?? stems.join('-')
}

/** The words of a text, and their keys. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).flatMap((word) => [word, keyOf(word)]))
}

/** The kinds of the words in the lists, by word and by key. */
export const listedKinds: ReadonlyMap<string, ListedKind> = new Map(
  (Object.keys(lists) as ListedKind[]).flatMap((kind) =>
    Array.from(wordSet(lists[kind]), (key) => [key, kind]),
  ),
)

const opposites = new Set(
  `on=off open=closed open=close enabled=disabled before=after with=without allowed=forbidden always=never left=right upper=lower
  top=bottom full=empty light=dark manual=automatic manually=automatically part-time=full-time broken=work yes=no true=false
  public=private internal=external start=stop hot=cold fast=slow high=low accept=reject like=hate love=hate required=optional
  mandatory=optional free=paid window=aisle tabs=spaces single=married online=offline ascending=descending wet=dry allow=deny up=down
  offen=geschlossen geöffnet=geschlossen an=aus links=rechts oben=unten mit=ohne vor=nach abierto=cerrado abierta=cerrada
  izquierda=derecha con=sin encendido=apagado ouvert=fermé ouverte=fermée gauche=droite avec=sans avant=après allumé=éteint`
    .split(/\s+/)
    .map((pair) => pair.split('=').map(keyOf).toSorted().join('=')),
)

/** Whether words with these keys exclude each other, such as `open` and `closed`, `armed` and `unarmed`. */
export function isOpposite(one: string, other: string): boolean {
  const prefixes = ['un', 'in', 'im', 'dis', 'non', 'de']
  const isNegated = prefixes.some((prefix) => one === prefix + other || other === prefix + one)
  return isNegated || opposites.has([one, other].toSorted().join('='))
}
