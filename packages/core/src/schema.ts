import { type JsonObject, recordOrigins } from '@recallite/store/records'
import * as v from 'valibot'
import type { SearchRange } from './search-ranges.js'

/** A schema whose message describes valid values and can follow "must be". */
export type WordedSchema<Value = unknown> = v.GenericSchema<unknown, Value> & { readonly message: string }

/** True or false. */
export const boolean = v.boolean('true or false')

/** A string. */
export const text = v.string('a string')

const isText = (value: string) => value.trim() !== ''

/** Strings that are not blank. */
export const texts = v.array(
  v.pipe(text, v.check(isText, 'a string')),
  'a list of strings, such as ["one", "two"]',
)

/** Any finite number of a list. */
export const numbers = v.array(v.pipe(v.number(), v.finite()), 'a list of numbers, such as [0.5, 2]')

/** An object of JSON. */
export const jsonObject = v.custom<JsonObject, string>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'a JSON object',
)

/** Inclusive bounds of a number; with `isAbove` the lower one is exclusive. */
export type NumberRange = SearchRange

/** A number within bounds. */
export function number({ min, max = Infinity, isAbove = false, isWhole = false }: NumberRange) {
  const bounds = isAbove ? `above ${min}` : max === Infinity ? `from ${min}` : `from ${min} to ${max}`
  const allowed = `${isWhole ? 'a whole number' : 'a number'} ${bounds}`
  return v.pipe(
    v.number(allowed),
    isWhole ? v.integer(allowed) : v.finite(allowed),
    isAbove ? v.gtValue(min, allowed) : v.minValue(min, allowed),
    max === Infinity ? v.finite(allowed) : v.maxValue(max, allowed),
  )
}

/** A whole number within bounds. */
export function whole(min: number, max = Infinity) {
  return number({ min, max, isWhole: true })
}

/** One of several names. */
export function oneOf<const Name extends string>(names: readonly Name[]) {
  return v.picklist(names, `one of ${names.join(', ')}`)
}

/** Origins of records. */
export const origins = v.array(oneOf(recordOrigins), `a list of ${recordOrigins.join(', ')}`)
