### search
