import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withDatabase } from '../database.js'
import { saidBy } from '../judge-run.js'
import { failedFindings, searchSentinels, withProvider } from '../world.js'

/** @typedef {import('../case-log.js').CaseLog} CaseLog */
/** @typedef {import('./writes.js').Hall} Hall */
/** @typedef {import('./writes.js').Case} Case */

/** An error has a code, and is no crash. @param {import('../program.js').Run} run @param {CaseLog} log */
export function judgeEnd(run, log) {
  log.outcome = run.exitCode === 0 ? 'completed in spite of it' : 'failed with a code, completed afterwards'
  const isTyped =
    run.exitCode === 0 ||
    /\(([A-Z][A-Z_]{3,})\)|"code": ?"[A-Z_]+"|^FAILED/m.test(`${run.stderr}\n${run.stdout}`)
  if (!isTyped) log.deadEnds.push(`failed without a code: ${saidBy(run)}`)
}

/** SQLite itself finds a copy of the files whole. @param {string} folder @param {CaseLog} log */
export function judgeWhole(folder, log) {
  const copies = mkdtempSync(join(tmpdir(), 'recallite-whole-'))
  try {
    for (const name of readdirSync(folder).filter((each) => /^(?:memory|copy)\.sqlite/.test(each)))
      cpSync(join(folder, name), join(copies, name))
    for (const name of readdirSync(copies).filter((each) => /^(?:memory|copy)\.sqlite$/.test(each))) {
      const verdict = withDatabase(join(copies, name), (database) =>
        database.pragma('integrity_check', { simple: true }),
      )
      if (verdict !== 'ok') log.lost.push(`${name} is damaged: ${verdict}`)
    }
  } catch (error) {
    log.lost.push(`a database is damaged: ${error}`)
  } finally {
    rmSync(copies, { recursive: true, force: true })
  }
}

/** With room, the same command completes, and all is there. @param {Hall} hall @param {Case} which @param {readonly string[]} [through] */
export async function judgeAgain({ world, notes }, { task, log }, through = []) {
  const again = (task.again ?? task.args)(world)
  for (const args of [again, ['index', world.notesFolder, ...withProvider]]) {
    const run = await world.run(log, args, { through })
    if (run.exitCode !== 0)
      log.deadEnds.push(`${run.command} fails though nothing fails any more: ${saidBy(run)}`)
  }
  const { missing, said } = await searchSentinels(world, log, { notes, through })
  if (missing.length > 0) log.lost.push(`${missing.length} of ${notes.length} notes are not found; ${said}`)
  const deep = await world.run(log, ['doctor', '--deep', '--json', ...withProvider], { through })
  if (deep.exitCode !== 0)
    log.lost.push(
      `doctor --deep: ${
        failedFindings(deep)
          .map(({ detail }) => detail)
          .join('; ') || saidBy(deep)
      }`,
    )
}
