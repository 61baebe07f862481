#!/usr/bin/env node
import { describeOldNode } from '@recallite/store-sqlite/node-version'

// Imports the program after the check, because an older Node cannot parse it.
const problem = describeOldNode('recallite-eval')
if (problem === undefined) await run()
else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const { createProcessIo } = await import('@recallite/command-line')
  const { main } = await import('./main.js')
  const io = createProcessIo((exitCode) => process.exit(exitCode))
  process.exitCode = await main(process.argv.slice(2), io)
}
