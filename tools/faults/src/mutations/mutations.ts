import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtProgram, repositoryRoot, runCommand } from '../program.ts'
import { FaultsError } from '../run-suite.ts'
import table from './mutations.json' with { type: 'json' }

/**
 * Faults of the program: replacements in its built text, and the cases of a suite that detect them. A pattern matches
 * exactly once in `program.cjs`, and no more than once in any other script.
 */
export const mutations = table

type Mutation = (typeof mutations)[number]

/** Copies the built program with a fault in it; returns its `bin.js`. @throws FaultsError unless a pattern matches once */
export function makeMutant(folder: string, { fault, from, to }: Mutation): string {
  const program = join(repositoryRoot, 'apps/cli')
  for (const name of ['dist', 'package.json'])
    cpSync(join(program, name), join(folder, name), { recursive: true })
  symlinkSync(join(program, 'node_modules'), join(folder, 'node_modules'))
  const scripts = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
  for (const script of scripts.filter((name) => /\.c?js$/.test(name))) {
    const file = join(folder, 'dist', script)
    const text = readFileSync(file, 'utf8')
    const places = text.match(new RegExp(from, 'g'))?.length ?? 0
    if (places > 1 || (places === 0 && script === 'program.cjs'))
      throw new FaultsError(`“${fault}” matches ${places} times in ${script}: change its pattern.`)
    writeFileSync(file, text.replace(new RegExp(from), to))
  }
  return join(folder, 'dist', 'bin.js')
}

/** Runs the cases that should detect a fault, with three seeds because of race conditions; returns the first finding. */
export async function noticeOf({ noticedBy, ...mutation }: Mutation): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-mutant-'))
  try {
    const mutant = makeMutant(folder, { noticedBy, ...mutation })
    for (const seed of [1, 2, 3]) {
      const found = await faultFound(`${noticedBy} --seed ${seed}`, mutant)
      if (found !== undefined) return found
    }
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function faultFound(cases: string, program = builtProgram): Promise<string | undefined> {
  const command = [process.execPath, 'tools/faults/faults.js', ...cases.split(' '), '--workers', '1']
  const env = { PATH: process.env['PATH'] ?? '', RECALLITE_FAULTS_PROGRAM: program }
  const { stdout } = await runCommand(command, { cwd: repositoryRoot, env, timeout: 600_000 })
  return /^ {2}(?:lost|leaked|dead end): (?!the suite failed).*/m.exec(stdout)?.[0].trim()
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Tries all mutations and prints which suite detects each. True if all are detected and the program itself passes the same cases. */
export async function tryMutations(signal: AbortSignal): Promise<boolean> {
  const wrong: string[] = []
  for (const cases of new Set(mutations.map(({ noticedBy }) => noticedBy))) {
    signal.throwIfAborted()
    const found = await faultFound(cases)
    if (found !== undefined) wrong.push(`The unchanged program does not pass ${cases}: ${found}`)
  }
  for (const mutation of mutations) {
    signal.throwIfAborted()
    const found = await noticeOf(mutation)
    if (found === undefined) wrong.push(`NOT noticed by ${mutation.noticedBy}: ${mutation.fault}`)
    else say(`${mutation.fault}\n  noticed by ${mutation.noticedBy}: ${found}`)
  }
  wrong.forEach(say)
  const missed = wrong.filter((line) => line.startsWith('NOT')).length
  say(`${mutations.length - missed} of ${mutations.length} mutations noticed`)
  return wrong.length === 0
}
