import * as firefox from "./firefox.mjs";
import { suite } from "./suite.mjs";

suite(firefox);
