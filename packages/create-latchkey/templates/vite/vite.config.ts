import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { signIn } from './server/plugin.ts' //: signIn

export default defineConfig({ plugins: [react(), signIn] }) //: signIn
export default defineConfig({ plugins: [react()] }) //: !signIn
