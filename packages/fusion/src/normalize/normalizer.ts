import type { RankedList } from '../ranked-list.js'

/** One number per item of the list, in the order of its items; higher is better. Never NaN, whatever the list. */
export type Normalizer = (list: RankedList) => readonly number[]
