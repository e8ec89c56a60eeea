import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { linkIn, mailTo } from './mail.ts'
import { aPerson, DESK, fillLogin, holdScript, openMenu, SIZES, signIn, toast, visit } from './person.ts'
import { ADMIN, aBuyer, aStranger, PASSWORD } from './standing.ts'

describe.each(SIZES)('at $at', ({ size }) => {
  test('somebody registers, is told to verify the address, and does so by the link in the mail', async () => {
    const { page } = await aPerson(size)
    const { name, email, password } = aStranger()
    await visit(page, '/login')
    await page.getByRole('link', { name: 'Create New Account' }).click()
    await page.getByRole('heading', { name: 'Register' }).waitFor()
    await page.getByLabel('Name').fill(name)
    await fillLogin(page, { email, password })
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.waitForURL('/')
    await toast(page, 'Regester Success.')
    await page.getByText('Verify your e-mail.').waitFor()
    const link = linkIn(await mailTo(email, /^Verify your e-mail/), '/api/auth/verify-email')
    await visit(page, link)
    await toast(page, 'Your e-mail is verified.')
    await expect.poll(() => page.getByText('Verify your e-mail.').count()).toBe(0)
  })

  test('somebody logs in, sees their name and logs out again', async () => {
    const { page, who } = await aBuyer(size)
    await page.context().clearCookies()
    await signIn(page, who)
    expect(new URL(page.url()).pathname).toBe('/')
    await openMenu(page)
    await page.getByRole('link', { name: who.name }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^[\w-]{43}$/)
    await page.getByRole('button', { name: 'Logout' }).click()
    await toast(page, 'Logout Success')
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    await openMenu(page)
    await page.getByRole('link', { name: 'Login' }).first().waitFor()
  })

  test('what is typed before the form’s script has come stands, and signs in', async () => {
    const { page, context } = await aPerson(size)
    const letThrough = await holdScript(context, 'login-form')
    await visit(page, '/login')
    await fillLogin(page, ADMIN)
    const login = page.getByRole('button', { name: 'Login', exact: true })
    expect(await login.isDisabled()).toBe(true)
    letThrough()
    await expect.poll(() => login.isEnabled()).toBe(true)
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(ADMIN.email)
    expect(await page.getByLabel('Password', { exact: true }).evaluate((it) => it === document.activeElement)).toBe(
      true,
    )
    await login.click()
    await toast(page, 'Login Success.')
  })

  test('a protected page sends to the login and is returned to with its query', async () => {
    const { page, who } = await aBuyer(size)
    await page.context().clearCookies()
    await visit(page, '/dashboard/myorders?page=1&kept=yes')
    await page.waitForURL((url) => url.pathname === '/login')
    await fillLogin(page, who)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForURL('/dashboard/myorders?page=1&kept=yes')
    await page.getByText('You have not ordered anything yet.').waitFor()
    await page.goBack()
    expect(new URL(page.url()).pathname).not.toBe('/login')
  })

  test('a form speaks first when it is sent, beside the field, with the focus on the first fault', async () => {
    const { page } = await aPerson(size)
    await visit(page, '/regester')
    const name = page.getByLabel('Name')
    const email = page.getByLabel('Email', { exact: true })
    await email.fill('not an address')
    await name.focus()
    await email.blur()
    expect(await page.getByText('Provide a valid Email').count()).toBe(0)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('Name is Required').waitFor()
    await page.getByText('Provide a valid Email').waitFor()
    await page.getByText('Password is Required').waitFor()
    expect(await name.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    expect(await describedBy(name)).toContain('Name is Required')
    await name.fill('Ada')
    await expect.poll(() => page.getByText('Name is Required').count()).toBe(0)
    await page.getByLabel('Password', { exact: true }).pressSequentially('12345')
    await page.getByText('Must be 6 characters or longer').waitFor()
    await email.fill('Ada@Example.com ')
    await expect.poll(() => page.getByText('Provide a valid Email').count()).toBe(0)
  })
})

test('a wrong password says so in red under the form and keeps what was typed', async () => {
  const { page } = await aPerson()
  await visit(page, '/login')
  await page.getByRole('button', { name: 'Login', exact: true }).hover()
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByText('Email is Required').waitFor()
  await page.getByText('Password is Required').waitFor()
  await fillLogin(page, { email: ADMIN.email, password: 'not-the-one' })
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Invalid email or password' })
  await refusal.waitFor()
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(ADMIN.email)
  expect(new URL(page.url()).pathname).toBe('/login')
})

test('a trial account that is chosen before the form’s script has come is filled in', async () => {
  const { page, context } = await aPerson()
  const letThrough = await holdScript(context, 'login-form')
  await visit(page, '/login')
  await page.getByRole('button', { name: 'Use the admin account' }).click()
  letThrough()
  await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(ADMIN.email)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await toast(page, 'Login Success.')
})

test('two quick clicks make one account', async () => {
  const { page } = await aPerson()
  const { name, email, password } = aStranger()
  await visit(page, '/regester')
  await page.getByLabel('Name').fill(name)
  await fillLogin(page, { email, password })
  await page.getByRole('button', { name: 'Register', exact: true }).dblclick()
  await page.waitForURL('/')
  await toast(page, 'Regester Success.')
})

test('an address that has an account already is told beside its form', async () => {
  const { page, context, who } = await aBuyer()
  await context.clearCookies()
  await visit(page, '/regester')
  await page.getByLabel('Name').fill('Somebody else')
  await fillLogin(page, who)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByText('User already exists.').waitFor()
})

test('without a line the form says so, keeps what was typed, and works when the line is back', async () => {
  const { page, context } = await aPerson({ provokes: /net::ERR_INTERNET_DISCONNECTED/ })
  await visit(page, '/login')
  await fillLogin(page, ADMIN)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'The shop cannot be reached.' }).waitFor()
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(ADMIN.email)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await toast(page, 'Login Success.')
})

test('a password that everybody uses is refused beside its field', async () => {
  const { page } = await aPerson()
  const { name, email } = aStranger()
  await visit(page, '/regester')
  await page.getByLabel('Name').fill(name)
  await fillLogin(page, { email, password: 'password1' })
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByText('This password is too common.').waitFor()
  expect(await describedBy(page.getByLabel('Password', { exact: true }))).toContain('too common')
})

test('a password can be shown and hidden', async () => {
  const { page } = await aPerson()
  await visit(page, '/login')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Show password' }).click()
  expect(await password.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  expect(await password.getAttribute('type')).toBe('password')
})

test('a forgotten password is set anew by the link in the mail, which works once', async () => {
  const { page, who } = await aBuyer()
  await page.context().clearCookies()
  await visit(page, '/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Forgotten password' }).waitFor()
  await page.getByLabel('Email', { exact: true }).fill(who.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText(`If ${who.email} has an account`).waitFor()
  const link = linkIn(await mailTo(who.email, /password/i), '/api/auth/reset-password')
  await visit(page, link)
  await page.getByLabel('New password', { exact: true }).fill('even-colder-43')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await toast(page, 'Your new password is set.')
  await page.waitForURL('/login')
  await signIn(page, { ...who, password: 'even-colder-43' })
  await visit(page, link)
  await page.getByText('This link is used, too old or not whole.').waitFor()
})

test('somebody signed in has no business on the login page', async () => {
  const { page } = await aBuyer(DESK)
  await visit(page, '/login?from=%2Fproducts%3Fpage%3D2')
  await page.waitForURL('/products?page=2')
})

test('the login leads to no other site', async () => {
  const { page, who, origin } = await aBuyer()
  await page.context().clearCookies()
  await signIn(page, who, '//evil.example/')
  expect(page.url()).toBe(`${origin}/`)
})

async function describedBy(field: Locator) {
  return field.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )
}
