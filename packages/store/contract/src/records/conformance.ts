import { casesOf, type ConformanceCase } from '../conformance/cases.js'
import { changeCases } from './conformance/changes.js'
import { mergeCases } from './conformance/merges.js'
import { putCases } from './conformance/puts.js'
import { readCases } from './conformance/reads.js'
import { sessionCases } from './conformance/sessions.js'
import type { RecordStore } from './record-store.js'

export type { ConformanceCase }

const topics = [putCases, mergeCases, readCases, changeCases, sessionCases]

/**
 * The contract of record stores, as cases for any test runner.
 * @param open opens an empty store; each case opens and closes one
 */
export function recordStoreConformance(open: () => Promise<RecordStore>): ConformanceCase[] {
  return casesOf(topics, open)
}
