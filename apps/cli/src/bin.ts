#!/usr/bin/env node
import { createProcessIo } from '@recallite/command-line'
import { main } from './main.js'

const io = createProcessIo((exitCode) => process.exit(exitCode))
process.exitCode = await main(process.argv.slice(2), io)
if (io.dropsUnread) process.exit()
