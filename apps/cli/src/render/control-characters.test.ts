import { renderJson } from '@recallite/command-line'
import { recordingIo } from '@recallite/command-line/testing'
import type { Contribution } from '@recallite/fusion'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostileText, obeyedByTerminals, withText } from './__fixtures__/hostile-text.js'
import { searchAnswer, searchResult } from './__fixtures__/search-result.js'
import { printAnswerNotes } from './answer-notes.js'
import { renderConfig } from '../commands/settings.js'
import { renderFindings } from '../commands/doctor.js'
import { renderIndexPlan, renderSync, renderUpload, printIndexNotes, renderEmbed } from './index-report.js'
import { renderModels, renderPulled } from '../commands/models.js'
import type { PrintStyle } from './answer.js'
import { printers } from './print-answer.js'
import { renderSpaces } from '../commands/upkeep.js'
import { renderStatus } from '../commands/status.js'
import { createPalette } from './styled-lines.js'

const formats = ['text', 'json', 'md', 'files', 'grep'] as const

const scores = { rank: 1, raw: 2, coverage: 0.5, normalized: 0.8, weight: 1, value: 0.8 }
const contribution: Contribution = { source: 'keyword', ...scores }

function styleOf(text: string, hasColour: boolean): PrintStyle {
  return {
    palette: createPalette(hasColour),
    roots: [{ name: text, path: `/${text}` }],
    columns: 80,
    isExplained: true,
    citations: 'on',
    isTerminal: true,
  }
}

/** An answer with this text everywhere. */
function answerOf(text: string) {
  const result = { ...searchResult(), matches: [{ start: 1, end: text.length }] }
  const hostile = withText(
    searchAnswer({
      results: [result, { ...result, path: 'other', heading: [] }],
      corrections: [{ typed: 'a', corrected: ['b', 'c'] }],
    }),
    text,
  )
  const results = hostile.results.map((found) => ({ ...found, contributions: [contribution] }))
  const degraded = [{ retriever: 'vector' as const, reason: text }]
  return { ...hostile, degraded, results, omitted: 0 }
}

/** The output of every other command for things with this name. */
function sayingsOf(text: string): string[] {
  const place = { root: text, path: text }
  const named = { provider: text, model: text, promptStyle: text }
  const space = {
    ...named,
    dimensions: 4,
    vectors: 1,
    pending: 1,
    unusedVectors: 1,
    isFilled: true,
    bytes: 9,
  }
  const capability = { available: false, version: null, reason: text }
  const { io, talked } = recordingIo()
  const report = {
    answer: answerOf(text),
    found: { keyword: 0, vector: 0 },
    stalePaths: [text, text],
    syncFailure: text,
    refused: [{ path: text, reason: text }],
  }
  printAnswerNotes(report, io)
  const reasons = { ...place, reason: text, isText: true }
  const unembedded = [{ document: place, startLine: 1, reason: text }]
  printIndexNotes(
    {
      missing: [text],
      refused: [{ path: text, reason: text }],
      skipped: [reasons],
      unread: [reasons],
      unembedded,
      withheld: [place],
      fallback: { to: text, reason: text },
      embedFailure: text,
    } as never,
    io,
  )
  const model = { name: text, path: text, bytes: 1, isDefault: false, entry: text }
  const counts = { files: 1, added: 1, changed: 0, removed: 0, unchanged: 0, skipped: [] }
  const embedding = { ...named, host: text, files: 1, texts: 1, tokens: 1, secretDocuments: [place] }
  const file = { path: text, bytes: 1, sha256: 'ab', checkedAgainst: null }
  const finding = { name: 'model', state: 'failed', detail: text, cause: text, fix: text }
  return [
    talked(),
    renderSync({ files: 1, changes: [{ kind: 'added', root: text, path: text }] }),
    renderConfig([
      { key: 'model', value: text, origin: { kind: 'file', file: text, line: 1, isWorkspace: true } },
    ]),
    renderIndexPlan({ ...counts, embedding } as never),
    renderUpload({ name: text, host: text, files: 1, texts: 1, tokens: 1, constantTexts: 1 }),
    renderModels(text, { models: [model], available: [] }, { columns: 80 }),
    renderPulled({ name: text, path: text, files: [file] } as never),
    renderFindings([finding] as never, { columns: 80 }),
    renderEmbed({ embedded: 0, unembedded: [], givenUp: text } as never),
    renderSpaces([space] as never),
    renderStatus(
      {
        project: text,
        records: { path: text, count: null, collections: null, reason: text },
        backend: text,
        roots: [{ name: text, path: text, files: 1 }],
        files: 1,
        chunks: 1,
        spaces: [space],
        database: { path: text, bytes: 9 },
        destinations: [{ name: text, host: text }],
        keywordIndex: capability,
        vectorSearch: capability,
        degraded: [{ retriever: 'vector', reason: text }],
        indexing: null,
        sources: [{ kind: 'paths', paths: [text], missing: [text], refused: [{ path: text, reason: text }] }],
        ...named,
        fallback: { to: text, reason: text },
        unreadableScripts: ['Han'],
        reranker: { ...named, host: text, reason: text },
        resident: { pid: 1, since: 'now', port: 1, unusedBecause: text },
      } as never,
      { columns: 80 },
    ),
  ]
}

describe('no control sequence of a terminal', () => {
  it.each(formats)('is in results as %s, for any notes', async (format) => {
    const print = await printers[format](true)
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(print(answerOf(text), styleOf(text, false))).not.toMatch(obeyedByTerminals)
      }),
    )
  })

  it('is in coloured results, except the colours', async () => {
    const print = await printers.text(true)
    fc.assert(
      fc.property(hostileText, (text) => {
        const palette = createPalette(true)
        const ours = palette.path('').concat(palette.match(''), palette.faint(''), palette.strong(''))
        const colours = new Set(`${ours}`.match(/\u001b\[\d+m/gu))
        const coloured = print(answerOf(text), styleOf(text, true))
        const shown = coloured.replaceAll(/\u001b\[\d+m/gu, (found) => (colours.has(found) ? '' : found))
        expect(coloured).not.toBe(shown)
        expect(shown).not.toMatch(obeyedByTerminals)
      }),
    )
  })

  it('is in the output of other commands', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const saying of sayingsOf(text)) expect(saying).not.toMatch(obeyedByTerminals)
      }),
    )
  })

  it('is in JSON, which still contains each text unchanged', async () => {
    const print = await printers.json(true)
    fc.assert(
      fc.property(hostileText, (text) => {
        const answer = answerOf(text)
        expect(JSON.parse(print(answer, styleOf(text, false)))).toEqual(answer)
        expect(JSON.parse(renderJson({ text }))).toEqual({ text })
      }),
    )
  })
})
