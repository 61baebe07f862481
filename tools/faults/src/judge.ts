import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isInFile, type Note } from './notes.ts'
import { builtProgram, jsonOf, runCommand, saidBy, shellLine, type Finding, type Run } from './program.ts'
import type { CaseLog } from './run-suite.ts'
import { byWords, withProvider, type Hall, type World } from './world.ts'

/** Runs commands that must succeed. A failure is a dead end. */
export async function mustWork(
  { world }: Hall,
  log: CaseLog,
  commands: readonly (readonly string[])[],
): Promise<void> {
  for (const args of commands) {
    const run = await world.run(log, args)
    if (run.exitCode !== 0) log.deadEnds.push(`${run.command} fails afterwards: ${saidBy(run)}`)
  }
}

/** All notes must be found, and `doctor --deep` must find nothing. */
export async function judgeAllThere(hall: Hall, log: CaseLog): Promise<void> {
  const { missing, said } = await searchSentinels(hall, log)
  if (missing > 0) log.lost.push(`${missing} of ${hall.notes.length} notes are not found; ${said}`)
  await judgeDoctor(hall, log)
}

/** `doctor --deep` must find nothing. */
export async function judgeDoctor({ world }: Hall, log: CaseLog): Promise<void> {
  const run = await world.run(log, ['doctor', '--deep', '--json', ...withProvider])
  // pgvector is optional on a server.
  const failed = failedFindings(run).filter(
    ({ name }) => world.store === undefined || name !== 'vector search',
  )
  const said = failed.map(({ name, detail }) => `${name}: ${detail}`).join('; ')
  if (jsonOf(run) === undefined || said !== '')
    log.lost.push(`doctor --deep is not clean: ${said || saidBy(run)}`)
}

/** No new files may remain. */
export function judgeLeftovers(files: readonly string[], defaults: ReadonlySet<string>, log: CaseLog): void {
  const left = files.filter((path) => !defaults.has(path))
  if (left.length > 0) log.deadEnds.push(`files are never removed: ${left.join(', ')}`)
}

/** Searches for the sentinels of all notes and counts the missing ones. Also reports text that is in no file. */
export async function searchSentinels(
  { world, notes }: Hall,
  log: CaseLog,
): Promise<{ missing: number; said: string }> {
  const state = { missing: 0, said: '' }
  for (let from = 0; from < notes.length; from += 20) {
    const some = notes.slice(from, from + 20)
    const words = some.map(({ sentinel }) => sentinel)
    const args = ['search', ...words, '--limit', '100', '--threshold', '0', '--json', ...byWords]
    const run = await world.run(log, args)
    const results = jsonOf(run)?.results ?? []
    noteUntrue(world, log, results)
    state.missing += some.filter((note) => !isFound(note, results)).length
    if (run.exitCode !== 0) state.said = saidBy(run)
  }
  return state
}

type Results = readonly { path: string; text: string }[]

function isFound({ path, sentinel }: Note, results: Results): boolean {
  return results.some((result) => result.path === path && result.text.includes(sentinel))
}

function noteUntrue(world: World, log: CaseLog, results: Results): void {
  const untrue = results.filter(({ path, text }) => !isInFile(join(world.notesFolder, path), text))
  const [first] = untrue
  if (!first) return
  const example = `${JSON.stringify(first.path)}: ${JSON.stringify(first.text.slice(0, 100))}`
  log.lost.push(`search returns ${untrue.length} texts that their files do not contain, such as ${example}`)
}

/** The failed checks of `doctor`. */
export function failedFindings(run: Run): Finding[] {
  return (jsonOf(run)?.findings ?? []).filter(({ state }) => state === 'failed')
}

/** Whether a fix is a command that the suite can run in the case's folder. Other advice is for the user. */
export function isRunnable(fix: string): boolean {
  const isCommand = /^(?:recallite|mv|rm|chmod|rmdir|unlink)\s/.test(fix)
  return isCommand && !/[;&|<>`$\n]/.test(fix) && !/\b[A-Z]{3,}\b/.test(fix)
}

/** Runs a suggested command as if pasted into a shell. */
export function followFix(fix: string, world: World): Promise<Run> {
  const bin = join(world.folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const shim = join(bin, 'recallite')
  writeFileSync(shim, `#!/bin/sh\nexec ${shellLine([process.execPath, builtProgram])} "$@"\n`)
  chmodSync(shim, 0o755)
  const env = { ...world.env, PATH: `${bin}:${world.env['PATH']}` }
  return runCommand(['sh', '-c', fix], { cwd: world.folder, env })
}
