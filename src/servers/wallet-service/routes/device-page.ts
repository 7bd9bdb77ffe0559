import { Hono } from 'hono'
import * as z from 'zod'
import { readBody } from '../http/read-body.ts'
import { pagePolicy } from '../http/security-headers.ts'
import { takeRate } from '../http/take-rate.ts'
import { loginCodeMail } from '../mail/mails.ts'
import type { ServiceEnv, ServiceParts } from '../parts.ts'
import { Refused } from '../refused.ts'
import { createCode, hashOf } from '../secrets.ts'
import { audit } from '../store/audit.ts'
import { deviceOfLink, forgetDevice } from '../store/devices.ts'
import { keepCode, returnLink, useLink } from '../store/logins.ts'

const approval = z.object({ token: z.string().regex(/^[\w-]{43}$/) })

/**
 * Serves the pages at `/device`, which open from a link in a mail. Opening a page changes nothing, because mail scanners open links too. The button
 * on the page approves or removes the device. The pages can't be framed.
 */
export function deviceRoutes({
  database,
  secrets,
  random,
  lifetimes,
  mailSender,
  limits,
  now,
}: ServiceParts): Hono<ServiceEnv> {
  const { query } = database
  const policy = pagePolicy({ connect: [], ancestors: [] })
  return new Hono<ServiceEnv>()
    .get('/', (c) => c.html(approvalPage, 200, { 'content-security-policy': policy }))
    .get('/remove', (c) => c.html(removalPage, 200, { 'content-security-policy': policy }))
    .get('/page.js', (c) => c.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
    .get('/page.css', (c) => c.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }))
    .post('/approve', async (c) => {
      const { network } = c.var
      const { token } = await readBody(c, approval)
      takeRate(limits.tries, network)
      const at = now()
      const login = await useLink(query, hashOf(token), at)
      if (!login) throw new Refused('link/ended')
      const code = createCode(random)
      const { id, email, device } = login
      try {
        await mailSender.send({
          kind: 'login-code',
          site: login.site ?? undefined,
          device: login.device_name ?? undefined,
          write: (facts) => loginCodeMail(email, code, facts),
        })
        // The code is stored last, because the waiting device then shows at once that the mail was sent.
        await keepCode(query, id, secrets.keyedHash('login-code', id, code), at + lifetimes.code)
      } catch (error) {
        // Lets the visitor press the button again. If the database is down too, the link is valid again after a minute.
        await returnLink(query, id).catch(() => {})
        throw error
      }
      await audit(query, { what: 'device-let-in', at, device, network })
      return c.json({})
    })
    .post('/removal', async (c) => {
      const { network } = c.var
      takeRate(limits.tries, network)
      const { token } = await readBody(c, approval)
      const at = now()
      const found = await deviceOfLink(query, hashOf(token), at - lifetimes.removal)
      if (!found) throw new Refused('link/ended')
      const { user, device } = found
      await database.transaction(async (query) => {
        await forgetDevice(query, user, device)
        await audit(query, { what: 'device-forgotten', at, user, device, network })
      })
      return c.json({})
    })
}

const approvalPage = page({
  title: 'Approve a new device',
  text: "Someone wants to log in to your wallet on a new device. Press the button only if that's you and you started to log in just now.",
  button: 'Approve device',
  path: '/device/approve',
  done: 'Device approved. We emailed you a code. Enter it where you log in.',
})

const removalPage = page({
  title: 'Remove a device',
  text: 'The device is logged out of your wallet. To log in again, it must be approved again.',
  button: 'Remove device',
  path: '/device/removal',
  done: 'Device removed. If you did not log in on it, change the password of your mail, and check the other devices in your wallet.',
})

interface LinkPage {
  readonly title: string
  readonly text: string
  readonly button: string
  /** The path to which the button sends the link's token. */
  readonly path: string
  readonly done: string
}

function page({ title, text, button, path, done }: LinkPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/device/page.css">
<script type="module" src="/device/page.js"></script>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<button type="button" id="button" data-path="${path}" data-done="${done}">${button}</button>
<p id="result" role="status"></p>
</main>
</body>
</html>
`
}

const script = `const button = document.getElementById('button')
const result = document.getElementById('result')
const token = location.hash.slice(1)
history.replaceState(null, '', location.pathname)

button.addEventListener('click', async () => {
  button.disabled = true
  result.textContent = ''
  try {
    const answer = await fetch(button.dataset.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    if (answer.ok) {
      button.hidden = true
      result.textContent = button.dataset.done
      return
    }
    result.textContent = (await answer.json()).message
  } catch {
    result.textContent = "Couldn't reach the service. Try again."
  }
  button.disabled = false
})
`

const style = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { margin: 0 }
main { max-width: 32rem; margin: 4rem auto; padding: 0 1.5rem }
button { font: inherit; padding: .75rem 1.25rem; border-radius: .5rem; border: 0; background: #1f5fd6; color: #fff; cursor: pointer }
button:disabled { background: #6b7280; cursor: default }
button:focus-visible { outline: 3px solid; outline-offset: 2px }
`
