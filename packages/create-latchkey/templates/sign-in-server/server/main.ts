import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { auth } from './auth.ts'

/** Serves the built page, and the sign-in at /auth. */
const app = new Hono()
app.all('/auth/*', ({ req }) => auth(req.raw))
app.use(serveStatic({ root: 'dist' }))

const port = Number(process.env.PORT ?? 3000)
serve({ fetch: app.fetch, port }, () => console.log(`http://localhost:${port}`))
