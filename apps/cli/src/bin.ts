#!/usr/bin/env node
import { describeOldNode } from '@recallite/store-sqlite/node-version'
import { type CodeName, loadProgram } from './compiled-code.js'

// The rest is loaded after this check, because an older Node cannot parse it.
const problem = describeOldNode('recallite')
if (problem === undefined) await run()
else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}

async function run(): Promise<void> {
  // Only the user can read new files; the shell's umask may allow more.
  process.umask(0o077)
  const name = codeName(process.argv[2])
  const { program, keepCode } = loadProgram(name)
  const io = program.createProcessIo((exitCode) => process.exit(exitCode))
  const exitCode = await program.main(process.argv.slice(2), io)
  process.exitCode = exitCode
  if (io.dropsUnread) process.exit()
  if (name === undefined) return
  if (exitCode === 0) keepCode()
  await io.flushed()
  // Everything is closed. Without this, V8 would first complete a garbage collection.
  process.stderr.write('', () => process.exit())
}

/** The name of the code to store; undefined for commands that seldom run. A wrong name only makes the command slower. */
function codeName(command: string | undefined): CodeName | undefined {
  if (command !== 'search') return command === 'hook' ? command : undefined
  const folder = `${process.getBuiltinModule('node:os').homedir()}/.recallite/serve`
  const { readdirSync } = process.getBuiltinModule('node:fs')
  try {
    return readdirSync(folder).some((file) => file.endsWith('.json')) ? 'ask' : 'search'
  } catch {
    return 'search'
  }
}
