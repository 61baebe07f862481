#!/usr/bin/env node
import { createProcessIo } from '@recallite/command-line'
import { describeOldNode } from '@recallite/store-sqlite/node-version'
import { loadProgram } from './compiled-code.js'
import { sendCommand } from './serve/endpoint.js'

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
  const argv = process.argv.slice(2)
  const io = createProcessIo((exitCode) => process.exit(exitCode))
  if (!(await sendCommand(argv, io))) {
    const [name] = argv
    // Code is stored for commands that people often wait for.
    const isFrequent = name === 'search' || name === 'hook'
    const { program, keepCode } = loadProgram(isFrequent ? name : undefined)
    process.exitCode = await program.main(argv, io)
    if (io.dropsUnread) process.exit()
    if (!isFrequent) return
    if (process.exitCode === 0) keepCode()
  }
  await io.flushed()
  // Everything is closed. Without this, V8 would first complete a garbage collection.
  process.stderr.write('', () => process.exit())
}
