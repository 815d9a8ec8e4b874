from tests.support import ctrl_c

ctrl_c.listen()
