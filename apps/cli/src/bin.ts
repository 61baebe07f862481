#!/usr/bin/env node
// Before the files that it runs.
import { compiledCode } from './compiled-code.js'
import { createProcessIo, writeWhole } from '@recallite/command-line'
import { main } from './main.js'

const io = createProcessIo((exitCode) => process.exit(exitCode))
const exitCode = await main(process.argv.slice(2), io)
process.exitCode = exitCode
if (exitCode === 0) compiledCode.keep(writeWhole)
if (io.dropsUnread) process.exit()
