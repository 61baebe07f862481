#!/usr/bin/env node
import { createProcessIo } from '@recallite/command-line'
import { main } from './main.js'

// A search ends before functions pay back that V8 optimises after some dozen calls; loops over many chunks still are.
// Measured with the V8 of Node 20 alone: other versions have other tiers.
if (process.argv[2] === 'search' && process.versions.node.startsWith('20.')) {
  process.getBuiltinModule('node:v8').setFlagsFromString('--interrupt-budget=2000000')
}
const io = createProcessIo((exitCode) => process.exit(exitCode))
process.exitCode = await main(process.argv.slice(2), io)
if (io.dropsUnread) process.exit()
