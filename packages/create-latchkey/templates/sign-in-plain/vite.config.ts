import { defineConfig } from 'vite'
import { signIn } from './server/plugin.ts'

export default defineConfig({ plugins: [signIn] })
