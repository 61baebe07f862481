#!/usr/bin/env node
import { createProcessIo } from '@recallite/command-line'
import { main } from './main.js'

// A search ends before functions pay back that V8 optimises after some dozen calls; loops over many chunks still are. An index
// run uses fewer functions for longer: to copy less of them into each other halves the time of optimising them, in each thread.
// Measured with the V8 of Node 20 alone: other versions have other tiers.
const tunings = new Map([
  ['search', '--interrupt-budget=2000000'],
  ['index', '--max-inlined-bytecode-size-cumulative=300'],
])
const tuning = tunings.get(process.argv[2] ?? '')
if (tuning !== undefined && process.versions.node.startsWith('20.')) {
  process.getBuiltinModule('node:v8').setFlagsFromString(tuning)
}
const io = createProcessIo((exitCode) => process.exit(exitCode))
process.exitCode = await main(process.argv.slice(2), io)
if (io.dropsUnread) process.exit()
