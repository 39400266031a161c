/** Waits for a promise up to a time limit in ms; the work itself continues. @throws TimeoutError */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new DOMException(`no answer within ${ms} ms`, "TimeoutError")), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    // After the timeout, a late rejection must not surface as unhandled.
    work.catch(() => undefined);
  }
}
