import { pageData } from "./elements.js";
import { showGallery } from "./gallery.js";

showGallery(await pageData());
