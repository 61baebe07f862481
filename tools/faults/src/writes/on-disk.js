import { cpSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { jsonOf, saidBy } from '../judge-run.js'
import { startMcp } from '../mcp-session.js'
import { byWords } from '../world.js'
import { mountDisk } from './disk.js'
import { judgeAgain, judgeEnd, judgeWhole } from './judge-write.js'

/** @typedef {import('../world.js').World} World */
/** @typedef {import('../case-log.js').CaseLog} CaseLog */
/** @typedef {import('./writes.js').Hall} Hall */
/** @typedef {import('./writes.js').Case} Case */
/** @typedef {import('./disk.js').SmallDisk} SmallDisk */

/**
 * Runs a task on a disk that becomes full, or that has no byte left; then makes room and runs it again.
 * @param {Hall} hall
 * @param {Case} which
 * @param {'small disk' | 'no byte free'} kind
 */
export async function runOnDisk(hall, which, kind) {
  const { task, random, log } = which
  if (hall.noDisk !== null) {
    log.skipped = hall.noDisk
    return
  }
  const { world, notes, templates } = hall
  world.restore(templates[task.begins])
  task.prepare?.(world, notes)
  const used = existsSync(world.database) ? statSync(world.database).size / 1024 : 0
  const room = kind === 'small disk' ? 40 + random.below(1200) : 2000
  const disk = await mountDisk(world.dataFolder, Math.ceil(used + room))
  try {
    copyToDisk(world, disk)
    if (kind === 'small disk') await runTask(hall, which, disk)
    else await runOnFullDisk(hall, which, disk)
    if (!log.isInjected) return
    judgeWhole(disk.see(world.dataFolder), log)
    disk.empty()
    disk.resize(100_000)
    await judgeAgain(hall, which, disk.enter)
  } finally {
    await disk.unmount()
  }
}

/** Takes over what the disk hides. @param {World} world @param {SmallDisk} disk */
function copyToDisk({ dataFolder }, disk) {
  for (const name of readdirSync(dataFolder)) {
    cpSync(join(dataFolder, name), disk.see(join(dataFolder, name)), { preserveTimestamps: true })
  }
}

/**
 * The doctor fails for a disk with hardly any room, and says so, also where it mended everything.
 * @param {import('../program.js').Run} run
 */
const saysFull = (run) =>
  /STORE_FULL|\bis full\b|hardly anything more can be written/.test(`${run.stdout}${run.stderr}`)

/** @param {Hall} hall @param {Case} which @param {SmallDisk} disk */
async function runTask({ world }, { task, log }, disk) {
  const run = await world.run(log, task.args(world), { through: disk.enter, timeout: 90_000 })
  log.isInjected = run.exitCode !== 0 || disk.free() < 65_536
  if (!log.isInjected) return
  judgeEnd(run, log)
  if (run.exitCode !== 0 && !saysFull(run))
    log.deadEnds.push(`a full disk is not called STORE_FULL: ${saidBy(run)}`)
}

/**
 * A program that was open before the disk was full goes on answering; a new one answers or says what is wrong.
 * @param {Hall} hall
 * @param {Case} which
 * @param {SmallDisk} disk
 */
async function runOnFullDisk(hall, which, disk) {
  if (which.task.begins === 'empty') {
    disk.fill()
    await runTask(hall, which, disk)
    return
  }
  const { world, notes } = hall
  const place = { cwd: world.folder, env: world.env, through: disk.enter }
  const server = await startMcp([...byWords, '--db', world.database], place)
  await server.call('memory_search', { query: 'harbour' })
  disk.fill()
  const sentinel = notes.at(-1)?.sentinel ?? ''
  await searchAnew(world, { disk, sentinel }, which.log)
  const answer = JSON.stringify(await server.call('memory_search', { query: sentinel, minScore: 0 }))
  if (!answer.includes(sentinel))
    which.log.deadEnds.push(`a server that was open no longer finds on a full disk: ${answer.slice(0, 200)}`)
  await runTask(hall, which, disk)
  await server.close()
}

/** @param {World} world @param {{ disk: SmallDisk, sentinel: string }} options @param {CaseLog} log */
async function searchAnew(world, { disk, sentinel }, log) {
  const args = ['search', sentinel, '--threshold', '0', '--json', ...byWords]
  const run = await world.run(log, args, { through: disk.enter })
  const isAnswered = run.exitCode === 0 && (jsonOf(run)?.results ?? []).length > 0
  if (!isAnswered && !saysFull(run))
    log.deadEnds.push(`a search on a full disk neither answers nor says STORE_FULL: ${saidBy(run)}`)
}
