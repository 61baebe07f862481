import { defineConfig } from 'vitest/config'
import { slowTests, usual } from './vitest.config.ts'

export default defineConfig({ ...usual, test: { ...usual.test, include: [slowTests] } })
