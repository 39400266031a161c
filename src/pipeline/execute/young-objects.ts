import { setFlagsFromString } from "node:v8";

let growing = 0;

/**
 * Lets the space for young objects grow while operations run, up to 48 MB: objects of a request live as long as the
 * request, and a small space copies all of them again and again. For rows of a file, `bin/rollcall.js` keeps it small.
 * @returns a function that ends it
 */
export function growYoungSpace(): () => void {
  growing += 1;
  setFlagsFromString("--semi-space-growth-factor=2");
  return () => {
    growing -= 1;
    if (growing === 0) setFlagsFromString("--semi-space-growth-factor=1");
  };
}
