import type { Component } from 'chrono-node'
import { wordPattern } from '../word-pattern.js'

/** The parts of the library for a language. */
export type TimeLibrary = Pick<typeof import('chrono-node/en'), 'casual' | 'ParsingComponents'>

const day = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const month = 'january|february|march|april|may|june|july|august|september|october|november|december'
/** Only next to a number. */
const shortMonth = 'jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec'
const tag = '(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)'
const monat = 'januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember'
const jour = '(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)'
const mois = 'janvier|f[ée]vrier|mars|avril|mai|juin|juillet|ao[ûu]t|septembre|octobre|novembre|d[ée]cembre'
const year = String.raw`(?:19|20)\d\d`
const end = String.raw`(?=\s*[?.!]*\s*$)`
const number = String.raw`(?:\d+|[两兩一二三四五六七八九十])`
const unit = '[个個かヶカ]?(天|日|周|週|星期|月|年)[间間]?'
/** In both Chinese and Japanese. */
const asian = `[去昨今前]年|${number}${unit}前|${year}年|${number}月`

/** The languages, in the order in which they are tried. `hint` matches text near a time, `unless` words of another language. */
export const timeLanguages = [
  {
    hint: hint(
      `yesterday|today|(?:last|past) [a-z0-9]+ (?:of )?(?:days|weeks|months|years)`,
      `(?:this|last|past) (?:week|month|year|night|${day})|last (?:${month})`,
      `(?:day|week|month|year)s? ago|(?:in|during) ${year}`,
      `(?:on|since|before|after|until|from) (?:last )?(?:${day}|${year}-\\d\\d-\\d\\d)|${day}${end}`,
      `(?:in|since|before|after|during|until|from) (?:early |late |mid-)?(?:${month})`,
      String.raw`\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${month}|${shortMonth})|(?:${month}|${shortMonth})\.? \d{1,2}(?:st|nd|rd|th)?`,
    ),
    load: () => import('chrono-node/en'),
  },
  {
    hint: hint(
      `(?:vor)?gestern|heute|(?:letzten|vergangenen) [a-zäöü0-9]+ (?:tage|wochen|monate|jahre)n?`,
      `(?:(?:vor)?letzte|vorige|vergangene|diese)[mnrs]? (?:woche|monat|jahr|${tag}|${monat})`,
      `vor [a-zäöü0-9]+ (?:tag|woche|monat|jahr)(?:en?|n)?|(?:in|jahr) ${year}`,
      String.raw`(?:am|seit|bis|vor|nach) (?:vergangenen )?(?:${tag}|\d\d?\.\d\d?\.${year})|${tag}${end}`,
      String.raw`(?:im|in|seit|bis|vor|nach|anfang|mitte|ende|\d\d?\.) (?:${monat})`,
    ),
    load: () => import('chrono-node/de'),
  },
  {
    hint: hint(
      `(?:avant-)?hier|aujourd['’]hui|derni[eè]re?s (?:semaines|mois|ann[ée]es|jours)`,
      `(?:semaine|mois|an|ann[ée]e|${jour}) (?:derni[eè]re?|pass[ée]e?)|cette (?:semaine|ann[ée]e)|ce mois`,
      `il y a [a-z0-9]+ (?:jour|semaine|moi|an)s?|en ${year}`,
      String.raw`(?:le|depuis|avant|apr[eè]s) (?:${jour}|\d\d?/\d\d?/${year})|${jour}${end}`,
      String.raw`(?:en|depuis|avant|apr[eè]s|d[ée]but|fin|mois d[e'’]|\d\d?|1er) ?(?:${mois})`,
    ),
    // "hier" is "here" in German.
    unless: hint('der|die|das|ist|sind|und|was|wer|wie|wo|nicht|wir|ich'),
    load: () => import('chrono-node/fr'),
  },
  {
    hint: new RegExp(
      `[昨今][天日晚]|前天|(?:上|这|這|本).?(?:周|週|星期|礼拜|禮拜|月)|(?:周|週|星期|礼拜|禮拜)[一二三四五六日天](?=[的以之，、]|$)|${asian}`,
      'u',
    ),
    load: () => import('chrono-node/zh'),
  },
  {
    hint: /[昨今]日|おととい|[先今]々?[週月]|一昨年|.曜日?(?=[にのはもかま以、]|$)/u,
    load: () => import('chrono-node/ja'),
  },
]

/** The distance from today, or a month or year. */
type Meaning = Readonly<Partial<Record<'day' | 'week' | 'month' | 'year', number>>> & {
  readonly names?: { [component in Component]?: number }
}
type Gap = readonly [pattern: RegExp, read: (match: RegExpMatchArray) => Meaning]

const unitOf = (sign = '') => ({ 天: 'day', 日: 'day', 月: 'month', 年: 'year' })[sign] ?? 'week'
const stepOf = (step = '') => (/上上|々|一昨|前/u.test(step) ? -2 : /[上先去昨]/u.test(step) ? -1 : 0)
const countOf = (text = '') =>
  Number(text) || 1 + '一二三四五六七八九十'.indexOf(text.replace(/[两兩]/u, '二'))
const ofYear: Gap[1] = ([, text]) => ({ names: { year: Number(text) } })

/** Expressions that the library does not read, or reads wrongly. */
export const timeGaps = (): readonly Gap[] => (gaps ??= createGaps())

let gaps: readonly Gap[] | undefined

const createGaps = (): Gap[] => [
  [words('avant-hier'), () => ({ day: -2 })],
  [/一昨日|おととい/u, () => ({ day: -2 })],
  [words('this week|diese[rn]? woche|cette semaine'), () => ({ week: 0 })],
  [words('vorletzten? woche'), () => ({ week: -2 })],
  [words('diese[mn] monat|ce mois(?:-ci)?'), () => ({ month: 0 })],
  [words('diese[ms] jahr|cette ann[ée]e'), () => ({ year: 0 })],
  [words("l['’]an (?:dernier|pass[ée])"), () => ({ year: -1 })],
  [
    /(上上|先々|[上先这這本今]|一昨|[前去昨](?=年))[个個]?(周|週|星期|礼拜|禮拜|月|年)(?![一二三四五六日天])/u,
    ([, step, sign]) => ({ [unitOf(sign)]: stepOf(step) }),
  ],
  [new RegExp(`(${number})${unit}前`, 'u'), ([, count, sign]) => ({ [unitOf(sign)]: -countOf(count) })],
  ...[monat, mois].flatMap((names) => names.split('|').map(monthGap)),
  [words(`(?:in|during|jahr|en) (${year})`), ofYear],
  [new RegExp(`(${year})年`, 'u'), ofYear],
]

/** A month, with or without a year after it. */
function monthGap(name: string, index: number): Gap {
  const read: Gap[1] = ([, text]) => ({ names: { month: index + 1, ...(text && { year: Number(text) }) } })
  return [words(`${name}(?: (${year}))?`), read]
}

/** Matches any of the texts as whole words; a space is any white space. */
function hint(...texts: readonly string[]) {
  return wordPattern(texts.join('|').replaceAll(' ', String.raw`\s+`), String.raw`[\p{L}\d]`)
}

const words = (text: string): RegExp => new RegExp(hint(text).source, 'iu')
