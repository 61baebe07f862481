#!/usr/bin/env node
import { describeOldNode } from '@recallite/store-sqlite/node-version'
import { cachedCommands, loadProgram } from './compiled-code.js'

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
  const command = cachedCommands.find((name) => name === process.argv[2])
  const { program, keepCode } = loadProgram(command)
  const io = program.createProcessIo((exitCode) => process.exit(exitCode))
  const exitCode = await program.main(process.argv.slice(2), io)
  process.exitCode = exitCode
  if (io.dropsUnread) process.exit()
  if (command === undefined) return
  if (exitCode === 0) keepCode()
  await io.flushed()
  // Everything is closed. Without this, V8 would first complete a garbage collection.
  process.stderr.write('', () => process.exit())
}
