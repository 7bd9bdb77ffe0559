import { defineConfig } from 'vite'
import { demoConfig } from './server/config.ts'
import { runningWorld } from './server/world.ts'

export default defineConfig(() => demoConfig(runningWorld()))
