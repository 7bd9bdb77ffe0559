import { html } from 'hono/html'
import { type Html, page } from './layout.ts'

/** @param problem Why the login failed. */
export function loginPage(problem?: string): Html {
  return page({
    title: 'Log in',
    content: html`<form class="login" method="post" action="/login">
<input name="username" autocomplete="username" value="operator" hidden>
<label for="token">Operator's token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus ${problem ? html`aria-invalid="true" aria-describedby="problem"` : ''}>
${problem ? html`<p id="problem" class="problem" role="alert">${problem}</p>` : ''}
<button class="primary">Log in</button>
<p class="quiet">It is the one with which <code>latchkey serve</code> was started: <code>DESK_TOKEN</code>, or the file of <code>--token-file</code>.</p>
</form>`,
  })
}

/** @param reason What is wrong, in plain words for the operator. */
export function problemPage(title: string, reason: string): Html {
  return page({ title, content: html`<p>${reason}</p><p><a href="/">To the overview</a></p>` })
}
