/*
 * Compares answers, not speed: the same notes, questions and model for Recallite, OpenClaw, QMD and SQLite's FTS5, ten results each.
 * pnpm bench:answers --model FILE.gguf [SUITE…]: folders in BEIR format, or suites of the eval app (default: apps/eval/suites/memory).
 * Prints hit@6 and nDCG@10, and the share of unanswerable questions without results. `=` marks an nDCG that is not significantly
 * different from Recallite's (paired randomisation test, p ≥ .05).
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '@recallite/test-kit/random'
import { hostPath, repository, run } from '../run.ts'
import { installPeer, programOf, versionOf } from './peers.ts'

interface Suite {
  readonly name: string
  /** Texts by file name. */
  readonly notes: ReadonlyMap<string, string>
  readonly questions: readonly { readonly text: string; readonly grades: ReadonlyMap<string, number> }[]
}

const sides = ['Recallite', 'OpenClaw', 'QMD', 'FTS5']
const hitDepth = 6
const rankDepth = 10
const rounds = 10_000
const significance = 0.05

const { values, positionals } = parseArgs({ allowPositionals: true, options: { model: { type: 'string' } } })
if (values.model === undefined) throw new TypeError('Name an embedding model: --model FILE.gguf')
const model = resolve(values.model)
const suites = positionals.length > 0 ? positionals : [join(repository, 'apps/eval/suites/memory')]

for (const folder of suites) console.log(await compare(readSuite(resolve(folder))), '\n')

async function compare(suite: Suite): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-answers-'))
  try {
    const notes = join(folder, 'notes')
    mkdirSync(notes)
    for (const [name, text] of suite.notes) writeFileSync(join(notes, name), text)
    writeFileSync(join(folder, 'questions.json'), JSON.stringify(suite.questions.map(({ text }) => text)))
    const scored = []
    for (const side of sides) scored.push({ side, ...score(suite, await askSide(side, folder)) })
    return render(suite, scored)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function askSide(side: string, folder: string): Promise<string[][]> {
  const source = installPeer(programOf(side))
  const home = join(folder, side)
  mkdirSync(home)
  const args = [hostPath('peers/hosts/ask.ts'), side, source, home, join(folder, 'notes'), model]
  const env = {
    QMD_EMBED_MODEL: model,
    // QMD exits when a text fills a context of 512 tokens, the maximum of MiniLM.
    QMD_EMBED_CONTEXT_SIZE: '480',
    OPENCLAW_STATE_DIR: join(home, '.openclaw'),
    XDG_CACHE_HOME: join(home, '.cache'),
  }
  await run([...args, join(folder, 'questions.json')], { cwd: home, home, env })
  return JSON.parse(readFileSync(join(home, 'answers.json'), 'utf8'))
}

/** The nDCG and hit of each answerable question; for others, whether there were no results. */
function score({ questions }: Suite, answers: readonly string[][]) {
  const rows = questions.map(({ grades }, index) => ({ grades, answer: (answers[index] ?? []).map(slug) }))
  const answerable = rows.filter(({ grades }) => grades.size > 0)
  const rest = rows.filter(({ grades }) => grades.size === 0)
  return {
    hits: answerable.map(({ grades, answer }) =>
      Number(answer.slice(0, hitDepth).some((name) => grades.has(name))),
    ),
    gains: answerable.map(({ grades, answer }) => ndcg(answer, grades)),
    abstained: rest.map(({ answer }) => Number(answer.length === 0)),
  }
}

/** DCG = Σ (2^grade − 1) / log2(rank + 1), divided by that of the best order. */
function ndcg(answer: readonly string[], grades: ReadonlyMap<string, number>): number {
  const best = [...grades.values()].toSorted((a, b) => b - a)
  return dcg(answer.map((name) => grades.get(name) ?? 0)) / dcg(best)
}

function dcg(grades: readonly number[]): number {
  const gains = grades.slice(0, rankDepth).map((grade, index) => (2 ** grade - 1) / Math.log2(index + 2))
  return gains.reduce((sum, gain) => sum + gain, 0)
}

function render(
  { name, notes, questions }: Suite,
  scored: readonly ({ side: string } & ReturnType<typeof score>)[],
) {
  const [ours] = scored
  const rows = scored.map(({ side, hits, gains, abstained }) => {
    const isEqual =
      side !== ours?.side &&
      pValue(gains.map((gain, index) => gain - (ours?.gains[index] ?? 0))) >= significance
    const nothing = abstained.length === 0 ? '–' : mean(abstained)
    return `| ${side} ${versionOf(side)} | ${mean(hits)} | ${mean(gains)}${isEqual ? ' =' : ''} | ${nothing} |`
  })
  const heading = `**${name}**: ${notes.size} notes, ${questions.length} questions, ${ours?.abstained.length} of them without an answer`
  return [heading, '', '| program | hit@6 | nDCG@10 | abstained |', '|---|---|---|---|', ...rows].join('\n')
}

/** Two-sided: the share of random signs with a sum at least as far from 0 as the observed one. */
function pValue(differences: readonly number[]): number {
  const random = createRandom(17)
  const observed = Math.abs(differences.reduce((sum, each) => sum + each, 0))
  const isAsFar = () =>
    Math.abs(differences.reduce((sum, each) => sum + (random.chance(0.5) ? each : -each), 0)) >=
    observed - 1e-9
  return (Array.from({ length: rounds }, isAsFar).filter(Boolean).length + 1) / (rounds + 1)
}

function mean(list: readonly number[]): string {
  const value = list.reduce((sum, each) => sum + each, 0) / list.length
  return value.toFixed(3).replace(/^0/u, '')
}

/** QMD prints paths in lower case with hyphens, so all names are converted. */
function slug(path: string): string {
  return `${path
    .replace(/\.md$/iu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')}.md`
}

interface Query {
  readonly id: string
  readonly text: string
  readonly relevant?: readonly { readonly path: string; readonly grade?: number }[]
}

function readSuite(folder: string): Suite {
  const isFolder = !existsSync(join(folder, 'corpus.jsonl'))
  const judged = isFolder ? [] : readText(folder, 'qrels.tsv').map((line) => line.split('\t'))
  const gradesOf = ({ id, relevant = [] }: Query) => {
    const rows = isFolder
      ? relevant.toReversed().map(({ path, grade = 1 }) => [id, path, grade] as const)
      : judged.filter(([query, , grade]) => query === id && Number(grade) > 0)
    return new Map(rows.map(([, path = '', grade]) => [slug(path), Number(grade)]))
  }
  const queries: Query[] = readText(folder, 'queries.jsonl').map((line) => JSON.parse(line))
  const texts = queries.filter(({ text }) => text.trim() !== '')
  const questions = texts.map((query) => ({ text: query.text, grades: gradesOf(query) }))
  return {
    name: basename(folder),
    notes: new Map(isFolder ? filesOf(folder) : documentsOf(folder)),
    questions,
  }
}

function filesOf(folder: string): (readonly [string, string])[] {
  const paths = readdirSync(join(folder, 'corpus'), { recursive: true, encoding: 'utf8' })
  const notes = paths.filter((path) => path.endsWith('.md'))
  return notes.map((path) => [slug(path), readFileSync(join(folder, 'corpus', path), 'utf8')])
}

function documentsOf(folder: string): (readonly [string, string])[] {
  return readText(folder, 'corpus.jsonl').map((line) => {
    const { id, title = '', text }: Record<string, string> = JSON.parse(line)
    return [slug(id ?? ''), title === '' || text?.startsWith('# ') ? (text ?? '') : `# ${title}\n\n${text}`]
  })
}

function readText(folder: string, name: string): string[] {
  return readFileSync(join(folder, name), 'utf8').trim().split('\n')
}
