import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FaultsError } from '../run-suite.ts'
import { repositoryRoot, runCommand } from '../program.ts'

/** A fault of the program, as a change of its built text. */
export interface Mutation {
  readonly fault: string
  /** A pattern that fits exactly one place of `program.cjs`, and at most one of each other script. */
  readonly from: string
  readonly to: string
  /** The suite and the cases that notice it, as `pnpm faults` is given them. */
  readonly noticedBy: string
}

export const mutations: readonly Mutation[] = JSON.parse(
  readFileSync(new URL('mutations.json', import.meta.url), 'utf8'),
)

const program = join(repositoryRoot, 'apps/cli')

/**
 * Makes a copy of the built program with a fault in it.
 * @throws FaultsError where the text that is to be replaced is not there, or more than once
 */
export function makeMutant(folder: string, { fault, from, to }: Mutation): string {
  cpSync(join(program, 'dist'), join(folder, 'dist'), { recursive: true })
  cpSync(join(program, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(program, 'node_modules'), join(folder, 'node_modules'))
  const scripts = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
  for (const script of scripts.filter((name) => /\.c?js$/.test(name))) {
    const file = join(folder, 'dist', script)
    const text = readFileSync(file, 'utf8')
    const places = [...text.matchAll(new RegExp(from, 'g'))].length
    if (places > 1 || (places === 0 && script === 'program.cjs'))
      throw new FaultsError(
        `“${fault}” has ${places} places in ${script}: change its pattern in mutations.json.`,
      )
    if (places === 1) writeFileSync(file, text.replace(new RegExp(from), to))
  }
  return join(folder, 'dist', 'bin.js')
}

/** Runs the cases that are to notice a fault; null if they do not, else what the first of them says. */
export async function noticeOf(mutation: Mutation): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-mutant-'))
  try {
    return await faultFound(mutation.noticedBy, { RECALLITE_FAULTS_PROGRAM: makeMutant(folder, mutation) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function faultFound(cases: string, variables: Record<string, string>): Promise<string | null> {
  const script = join(repositoryRoot, 'tools/faults/faults.js')
  const command = [process.execPath, script, ...cases.split(' '), '--workers', '1']
  const env = { PATH: '/usr/bin:/bin', ...variables }
  const { exitCode, stdout } = await runCommand(command, { cwd: repositoryRoot, env, timeout: 600_000 })
  const [, found] = /^ {2}((?:lost|leaked|dead end): .*)$/m.exec(stdout) ?? []
  return exitCode === 1 && found !== undefined && !found.includes('could not go on') ? found : null
}

/** Tries every mutation, and says which suite noticed it; true if all were, and the program itself passes the same cases. */
export async function tryMutations(signal: AbortSignal): Promise<boolean> {
  const found: string[] = []
  for (const cases of new Set(mutations.map(({ noticedBy }) => noticedBy))) {
    signal.throwIfAborted()
    const fault = await faultFound(cases, {})
    if (fault !== null) found.push(`The program itself does not pass ${cases}: ${fault}`)
  }
  for (const mutation of mutations) {
    signal.throwIfAborted()
    const fault = await noticeOf(mutation)
    if (fault === null) found.push(`NOT noticed by ${mutation.noticedBy}: ${mutation.fault}`)
    else process.stdout.write(`${mutation.fault}\n  noticed by ${mutation.noticedBy}: ${fault}\n`)
  }
  const missed = found.filter((line) => line.startsWith('NOT')).length
  const last = `${mutations.length - missed} of ${mutations.length} mutations noticed`
  process.stdout.write([...found, last, ''].join('\n'))
  return found.length === 0
}
