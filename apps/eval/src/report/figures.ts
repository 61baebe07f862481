import { formatCount } from '../render/figures.js'
import type { Interval } from '../statistics/bootstrap-means.js'

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const lists = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Where a mean lies, with two decimals as no more are certain. */
export function formatInterval(interval: Interval | null | undefined): string {
  return interval ? `${interval[0].toFixed(2)}–${interval[1].toFixed(2)}` : ''
}

/** Milliseconds, with a decimal where there are few. */
export function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 100 ? milliseconds.toFixed(1) : formatCount(Math.round(milliseconds))
}

/** A time given by ISO 8601, in words, in UTC; what is no time stays as it is. */
export function formatTime(iso: string): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? iso : `${dates.format(time)} UTC`
}

/** Words as a list in a sentence. */
export function joinWords(words: readonly string[]): string {
  return lists.format(words)
}

/** A share from 0 to 1 as a length in an SVG. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`
}
