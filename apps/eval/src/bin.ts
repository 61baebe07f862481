#!/usr/bin/env node
import { createProcessIo } from './io.js'
import { main } from './main.js'

const io = createProcessIo(() => process.exit(0))
process.exitCode = await main(process.argv.slice(2), io)
