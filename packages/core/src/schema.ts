import type { JsonObject } from '@recallite/store/records'
import * as v from 'valibot'
import type { SearchRange } from './search-ranges.js'

/**
 * A schema of plain values for programs and people: its message says what a value must be, in words that follow "must be".
 * Every schema of this file has one.
 */
export type WordedSchema<Value = unknown> = v.GenericSchema<unknown, Value> & { readonly message: string }

/** True or false. */
export const boolean = v.boolean('true or false')

/** A text. */
export const text = v.string('a text')

const isText = (value: string) => value.trim() !== ''

/** Texts that are not blank. */
export const texts = v.array(
  v.pipe(text, v.check(isText, 'a text')),
  'a list of texts, such as ["one", "two"]',
)

/** Any finite number of a list. */
export const numbers = v.array(v.pipe(v.number(), v.finite()), 'a list of numbers, such as [0.5, 2]')

/** An object of JSON. */
export const jsonObject = v.custom<JsonObject, string>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'a JSON object',
)

/** Bounds of a number, both included; with `isAbove` without the lower one. */
export type NumberRange = SearchRange

/** A number within bounds. */
export function number({ least, most = Infinity, isAbove = false, isWhole = false }: NumberRange) {
  const bounds = isAbove ? `above ${least}` : most === Infinity ? `from ${least}` : `from ${least} to ${most}`
  const allowed = `${isWhole ? 'a whole number' : 'a number'} ${bounds}`
  return v.pipe(
    v.number(allowed),
    isWhole ? v.integer(allowed) : v.finite(allowed),
    isAbove ? v.gtValue(least, allowed) : v.minValue(least, allowed),
    most === Infinity ? v.finite(allowed) : v.maxValue(most, allowed),
  )
}

/** A whole number within bounds. */
export function whole(least: number, most = Infinity) {
  return number({ least, most, isWhole: true })
}

/** One of several names. */
export function oneOf<const Name extends string>(names: readonly Name[]) {
  return v.picklist(names, `one of ${names.join(', ')}`)
}
