import { html } from 'hono/html'
import { type Html, page } from './layout.ts'

/** @param problem Why the login failed. */
export function loginPage(problem?: string): Html {
  return page({
    title: 'Log in',
    content: html`<form class="login" method="post" action="/login">
<input name="username" autocomplete="username" value="operator" hidden>
<label for="token">Operator token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus ${problem ? html`aria-invalid="true" aria-describedby="problem"` : ''}>
${problem ? html`<p id="problem" class="problem" role="alert">${problem}</p>` : ''}
<button class="primary">Log in</button>
<p class="quiet">Use the token that <code>latchkey serve</code> was started with: <code>DESK_TOKEN</code>, or the file that <code>--token-file</code> names.</p>
</form>`,
  })
}

/** @param reason The problem, described for the operator. */
export function problemPage(title: string, reason: string): Html {
  return page({ title, content: html`<p>${reason}</p><p><a href="/">Back to the overview</a></p>` })
}
