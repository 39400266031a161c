/** What is waited for no longer than so many ms; the work itself goes on. @throws TimeoutError */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new DOMException(`no answer within ${ms} ms`, "TimeoutError")), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    // Whoever gave up must not hear of it as an error that nobody caught.
    work.catch(() => undefined);
  }
}
