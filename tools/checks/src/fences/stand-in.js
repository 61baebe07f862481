#!/usr/bin/env node
/*
 * Replaces a program of a page that cannot or should not run. Compares installations with the packages of this workspace, and
 * long commands with the scripts of package.json.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, openSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const [, standIn = '', ...words] = process.argv
const name = basename(standIn)
/** The port of the page instead of the default one, so that pages can run in parallel. */
const port = process.env.PAGE_PORT ?? ''

/** @param {string} file */
const json = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))

/** @param {unknown} truth @param {string} message */
function assert(truth, message) {
  if (truth) return
  console.error(message)
  process.exit(1)
}

/** The folder of each published package of this workspace. */
function packageFolders() {
  const manifests = globSync('{apps,packages}/{*,*/*}/package.json', {
    cwd: root,
    exclude: ['**/node_modules'],
  })
  const published = manifests.filter((file) => json(file).private !== true)
  return new Map(published.map((file) => [json(file).name, join(root, dirname(file))]))
}

/** Links packages of this workspace into the folder, as if they were installed there. @param {string[]} args */
function install(args) {
  const folders = packageFolders()
  for (const each of args.filter((arg) => !arg.startsWith('-'))) {
    const target = folders.get(each)
    assert(target ?? each.startsWith('@node-llama-cpp/'), `There is no package ${each}.`)
    const link = join('node_modules', each)
    if (target === undefined || args.includes('--global') || existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(target, link)
  }
}

/** @param {string[]} args */
function runScript([script = '', ...rest]) {
  const scriptName = script === 'run' ? rest[0] : script
  assert(
    scriptName === 'install' || json('package.json').scripts[scriptName ?? ''],
    `There is no script ${scriptName}.`,
  )
}

/** Runs another program. @param {string[]} args */
function become(args) {
  const others = (process.env.PATH ?? '').split(':').filter((folder) => folder !== dirname(standIn))
  const env = { ...process.env, PATH: others.join(':') }
  process.exitCode = spawnSync(name, args, { stdio: 'inherit', env }).status ?? 1
}

const program = join(dirname(standIn), '../lib/node_modules/recallite/dist/bin.js')

/** Starts a long-running program, and waits until it listens. @param {string[]} args */
async function stay(args) {
  const log = openSync('.stays.log', 'w')
  const ports = args[0] === 'watch' ? [] : ['--port', port]
  spawn(process.execPath, [program, ...args, ...ports], { stdio: ['ignore', log, log] }).unref()
  for (let tries = 0; tries < 200 && !/http|Watching/iu.test(readFileSync('.stays.log', 'utf8')); tries += 1)
    await setTimeout(50)
  console.error(readFileSync('.stays.log', 'utf8'))
}

/** Installs our plugin, or runs a command of OpenClaw or the plugin. */
function openclaw() {
  if (words[1] === 'install') return install(words.slice(2))
  const added = JSON.stringify(json('apps/openclaw/openclaw.plugin.json').cliCommands)
  const isCommand = words[0] === 'mcp' || added.includes(`"name":"${words[0]}"`)
  assert(isCommand || words[0] === 'plugins', `OpenClaw has no command ${words[0]}.`)
}

/** @type {Record<string, () => unknown>} */
const programs = {
  openclaw,
  npm: () => (words[0] === 'install' ? install(words.slice(1)) : become(words)),
  npx() {
    assert(words[1] === json('package.json').packageManager, `Use ${json('package.json').packageManager}.`)
    runScript(words.slice(2))
  },
  pnpm: () => runScript(words),
  curl: () => become(words.map((word) => word.replace('7787', port))),
  'recallite-stays': () => stay(words),
}

await programs[name]?.()
